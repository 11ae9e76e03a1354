"""What a run tells: one module per format. They know findings and nothing else of ours."""
