../.venv/bin/python -m compileall -q bundlewire
exec ../.venv/bin/python program.py
