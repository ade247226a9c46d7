#!/bin/sh
# The PostgreSQL image runs this on an empty volume, after roles.sql. Passwords come from files, never from arguments.
set -eu
for role in migrations api worker operator read_only; do
  password=$(cat "/run/secrets/bundlewire_${role}_password")
  psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --quiet <<SQL
ALTER ROLE bundlewire_$role PASSWORD '$password';
SQL
done
