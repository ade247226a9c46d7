-- Run once, by a superuser, in the database of Bundlewire, before the first migration. No password is set here: see
-- set-passwords.sh, or ALTER ROLE.
--
-- bundlewire_owner migrates: it owns every table. bundlewire_app reads and writes rows, and nothing else, so a process that
-- was taken over can neither drop a table nor switch off the triggers that keep statement lines unchanged.
CREATE ROLE bundlewire_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE ROLE bundlewire_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO bundlewire_owner;
GRANT USAGE ON SCHEMA public TO bundlewire_app;

ALTER DEFAULT PRIVILEGES FOR ROLE bundlewire_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO bundlewire_app;
ALTER DEFAULT PRIVILEGES FOR ROLE bundlewire_owner IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO bundlewire_app;
