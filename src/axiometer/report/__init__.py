"""Results for people: tables and citations."""
