"""The ways in: the command line and flake8. They find the files and the settings, and leave the rest to the engine."""
