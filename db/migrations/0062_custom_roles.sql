-- Roles that an organisation composes of rights, beside the built-in ones.

CREATE TABLE custom_roles (
  -- The id as clients have it, because people and invitations have their role as text.
  id              text        PRIMARY KEY CHECK (id ~ '^rol_[0-9a-hjkmnp-tv-z]{26}$'),
  organisation_id uuid        NOT NULL REFERENCES organisations (id),
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Not checked here, because rights are added (domain/access/rights.ts). One that a version does not know gives nothing.
  rights          text[]      NOT NULL CHECK (cardinality(rights) BETWEEN 1 AND 100),
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  -- For memberships: no one gets a role of another organisation.
  UNIQUE (organisation_id, id)
);

-- Serves db/people/roles/changes.ts: whether an organisation has a role of this name (custom_roles).
CREATE UNIQUE INDEX custom_roles_name ON custom_roles (organisation_id, lower(name));

-- The previous version gives people with such a role no rights.
ALTER TABLE memberships
  DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role ~ '^rol_' OR role IN ('owner', 'admin', 'preparer', 'approver', 'finance', 'support',
                                                                          'developer', 'viewer')),
  -- A role that someone has cannot be deleted.
  ADD COLUMN custom_role_id text GENERATED ALWAYS AS (CASE WHEN role ~ '^rol_' THEN role END) STORED,
  ADD CONSTRAINT memberships_custom_role FOREIGN KEY (organisation_id, custom_role_id)
    REFERENCES custom_roles (organisation_id, id);

-- Serves db/people/roles/holders.ts: who has a role.
CREATE INDEX memberships_custom_role ON memberships (custom_role_id) WHERE custom_role_id IS NOT NULL;
