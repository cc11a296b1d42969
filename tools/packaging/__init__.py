"""Compile the engine, build the page, pin and check versions."""
