"""Statistics: arrays go in, results come out; nothing here knows of rankings."""
