"""The bridge behind the page in the browser, and the server of `tikal serve`."""
