"""One file for each photograph. Each has `paint()`, which gives a finished canvas, upright."""
