#!/bin/sh
# Creates or updates the two databases of the Temporal server. Safe to run again.
set -eu
SQL_PASSWORD=$(cat /run/secrets/temporal_postgres_password)
export SQL_PASSWORD

for database in temporal temporal_visibility; do
  folder=${database#temporal_}
  tool="temporal-sql-tool --plugin postgres12 --ep $POSTGRES_SEEDS -p 5432 -u temporal --db $database"
  $tool create
  $tool setup-schema -v 0.0
  $tool update-schema -d "/etc/temporal/schema/postgresql/v12/$folder/versioned"
done
