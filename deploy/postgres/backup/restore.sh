#!/bin/sh
# sh restore.sh FOLDER DATA [TIME]
# Prepares the empty folder DATA, so that PostgreSQL restores the state of TIME when you start it there. TIME is UTC, such as
# 2026-11-26T18:30:00Z. Without TIME, it restores everything that was archived.
set -eu
folder=$1
data=$2
time=${3:-}

if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "restore.sh: $data is not empty. Name an empty folder, and keep the old data until you have verified the new." >&2
  exit 1
fi
case $time in
'' | [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z) ;;
*)
  echo "restore.sh: $time is not a time. Write it as 2026-11-26T18:30:00Z." >&2
  exit 2
  ;;
esac
# A backup can only be restored to a time after its end. Its name has the second of its end, so only a later second is safe.
stamp=$(printf %s "${time:-9999}" | tr -d ':-' | cut -c 1-15)
name=$(ls "$folder/base" | awk -v until="$stamp" '$0 "" <= until ""' | tail -n 1)
if [ -z "$name" ]; then
  echo "restore.sh: $folder/base has no backup that ended before ${time:-now}. Choose a later time." >&2
  exit 1
fi

mkdir -p "$data"
chmod 700 "$data"
tar --extract --gzip --file="$folder/base/$name/base.tar.gz" --directory="$data"
{
  echo "restore_command = 'gunzip --stdout \"$folder/wal/%f.gz\" >\"%p\"'"
  echo "recovery_target_timeline = 'latest'"
  echo "recovery_target_action = 'promote'"
  # By default PostgreSQL would take connections that only read before it has restored everything.
  echo "hot_standby = off"
  # PostgreSQL accepts no Z here.
  if [ -n "$time" ]; then echo "recovery_target_time = '${time%Z}+00'"; fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Backup $name is in $data. Start PostgreSQL with this folder; it takes connections when it has restored ${time:-everything}."
