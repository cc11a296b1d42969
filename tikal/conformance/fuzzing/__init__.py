"""Find differences by playing games with another engine, and make them short."""
