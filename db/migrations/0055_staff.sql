-- Staff: people who operate Bundlewire, apart from the people of clients.

-- Which role a person of the staff has. A person with a row here uses no account of a client, even with a role in its organisation.
CREATE TABLE staff (
  person_id  uuid        PRIMARY KEY REFERENCES auth_people (id) ON DELETE CASCADE,
  -- The rights of each role are in domain/access/staff.ts.
  role       text        NOT NULL CHECK (role IN ('support', 'operator', 'finance', 'admin')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
