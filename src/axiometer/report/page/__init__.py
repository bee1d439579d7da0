"""A report as one page: tables to sort, charts to read, cases to open."""
