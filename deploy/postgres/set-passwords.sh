#!/bin/sh
# The PostgreSQL image runs this on an empty volume, after roles.sql. Passwords come from files, never from arguments.
set -eu
for role in bundlewire_owner bundlewire_app; do
  password=$(cat "/run/secrets/${role}_password")
  psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --quiet <<SQL
ALTER ROLE $role PASSWORD '$password';
SQL
done
