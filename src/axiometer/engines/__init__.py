"""Who runs projection and measures, and where."""
