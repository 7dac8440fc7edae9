"""Ludothèque in the browser: pages, an API for programs, and a live channel."""
