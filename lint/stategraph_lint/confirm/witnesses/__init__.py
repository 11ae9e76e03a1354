"""What shows each fault on the real library: one small function a rule or family of rules."""
