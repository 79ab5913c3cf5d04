"""Makes every file below Fixtures/ anew. Start it with `python3 Fixtures/generate.py`."""
