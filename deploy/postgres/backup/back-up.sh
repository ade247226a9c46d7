#!/bin/sh
# sh back-up.sh FOLDER
# Writes a base backup to FOLDER/base/<time of its end>, verifies it, and removes what only older backups needed.
# libpq's variables (PGHOST, PGUSER …) name the server. KEEP_BACKUPS is how many backups stay, 7 by default.
set -eu
folder=$1
base=$folder/base
keep=${KEEP_BACKUPS:-7}
unfinished=$base/.unfinished
mkdir -p "$base" "$folder/wal"
rm -rf "$unfinished"

# Without its WAL, pg_basebackup returns when the archive has all WAL that the backup needs.
pg_basebackup --pgdata="$unfinished" --format=tar --gzip --wal-method=none --checkpoint=fast --no-password
pg_verifybackup --quiet --no-parse-wal "$unfinished"
name=$(date -u +%Y%m%dT%H%M%SZ)
mv "$unfinished" "$base/$name"
sync "$base"

for old in $(ls "$base" | head -n "-$keep"); do rm -rf "${base:?}/$old"; done
first=$(tar --extract --gzip --to-stdout --file="$base/$(ls "$base" | head -n 1)/base.tar.gz" backup_label |
  sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
pg_archivecleanup --clean-backup-history --strip-extension=.gz "$folder/wal" "$first"
echo "$base/$name"
