#!/bin/sh
# The PostgreSQL image runs this on an empty volume, after roles.sql. Passwords come from files, never from arguments.
set -eu
while read -r role password; do
  psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --quiet <<SQL
ALTER ROLE $role PASSWORD '$password';
SQL
done < /run/secrets/role_passwords
