"""Pictures: a scene of shapes with stable ids, written as SVG, and text pictures for terminals."""
