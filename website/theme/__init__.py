"""What changes the look and the navigation of the built site."""
