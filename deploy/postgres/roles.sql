-- Run this once as a superuser, in Bundlewire's database, before the first migration, and again before the migration of a
-- version that adds a role. It sets no passwords: use set-passwords.sh or ALTER ROLE.
--
-- bundlewire_migrations owns the tables and migrates. The other roles get rights on tables from the migration
-- (db/roles/grants.ts). They cannot change tables, or switch off the triggers that protect statement lines and the audit log.
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY '{bundlewire_migrations,bundlewire_api,bundlewire_worker,bundlewire_operator,bundlewire_read_only}'::text[]
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', role);
    END IF;
  END LOOP;
  -- The API reads rows of one account as this role, which cannot connect.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bundlewire_reader') THEN
    CREATE ROLE bundlewire_reader NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
  END IF;
END
$$;

GRANT bundlewire_reader TO bundlewire_api WITH INHERIT FALSE, SET TRUE;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO bundlewire_migrations;
GRANT USAGE ON SCHEMA public TO bundlewire_api, bundlewire_worker, bundlewire_operator, bundlewire_read_only, bundlewire_reader;
