"""What the documentation is made with: tables written into its pages, and the extension that builds the site."""
