"""The confirmer: every finding proven, or refuted, on the real LangGraph."""
