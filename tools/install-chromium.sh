#!/bin/sh
# Installs Debian's chromium where that can be done without asking; tests that need a browser are skipped elsewhere.
# The one without windows is faster, and not in every version of Debian.
command -v chromium-headless-shell >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  command -v chromium >/dev/null ||
    echo 'chromium is missing and cannot be installed automatically. Tests that need a browser are skipped.'
  exit 0
fi
install() { timeout 600 apt-get install -y --no-install-recommends "$1" >/dev/null 2>&1; }
apt-get update >/dev/null 2>&1
install chromium-headless-shell || command -v chromium >/dev/null || install chromium ||
  echo 'chromium could not be installed. Tests that need a browser are skipped.'
