"""What stands behind the page in the browser: one bridge, and the server that can carry it."""
