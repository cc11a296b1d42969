"""Talk to another engine: its process, its messages, what it says of itself."""
