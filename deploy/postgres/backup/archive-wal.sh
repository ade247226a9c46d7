#!/bin/sh
# PostgreSQL's archive_command: sh archive-wal.sh %p %f FOLDER
# Compresses one file of the write-ahead log into FOLDER/wal. Ends with 0 only if the copy is on disk under its final name.
set -eu
source=$1
folder=$3/wal
target=$folder/$2.gz

if [ -e "$target" ]; then
  # The server did not learn that the file was archived before, and asks again.
  if gunzip --stdout "$target" | cmp --silent - "$source"; then exit 0; fi
  echo "archive-wal.sh: $target exists with another content. Does another server archive into $3? Give each its own folder." >&2
  exit 1
fi
unfinished=$target.$$.part
trap 'rm -f "$unfinished"' EXIT
gzip --fast --stdout "$source" >"$unfinished"
sync "$unfinished"
mv "$unfinished" "$target"
sync "$folder"
