exec ../.venv/bin/python program.py
