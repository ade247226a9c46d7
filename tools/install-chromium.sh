#!/bin/sh
# Installs Debian's chromium where that can be done without asking; tests that need a browser are skipped elsewhere.
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'chromium is missing and cannot be installed automatically. Tests that need a browser are skipped.'
  exit 0
fi
{ apt-get update && timeout 600 apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 ||
  echo 'chromium could not be installed. Tests that need a browser are skipped.'
