-- Run this once as a superuser, in Bundlewire's database, before the first migration. It sets no passwords: use
-- set-passwords.sh or ALTER ROLE.
--
-- bundlewire_owner owns the tables and migrates. bundlewire_app only reads and writes rows, so a compromised process cannot
-- drop a table or switch off the triggers that protect statement lines. The migration of the audit log takes UPDATE, DELETE and
-- TRUNCATE on it away again from bundlewire_app.
CREATE ROLE bundlewire_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE ROLE bundlewire_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO bundlewire_owner;
GRANT USAGE ON SCHEMA public TO bundlewire_app;

ALTER DEFAULT PRIVILEGES FOR ROLE bundlewire_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO bundlewire_app;
ALTER DEFAULT PRIVILEGES FOR ROLE bundlewire_owner IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO bundlewire_app;
