"""What the pages are made from: content, links, languages, standing."""
