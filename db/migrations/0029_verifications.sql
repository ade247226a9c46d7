-- What each recorded run of the verifier found, so that a monitor can tell a broken invariant and a verifier that stopped.
CREATE TABLE verifications (
  at          timestamptz PRIMARY KEY,
  broken      integer NOT NULL CHECK (broken >= 0),
  not_checked integer NOT NULL CHECK (not_checked >= 0),
  -- The numbers of the invariants that are broken.
  numbers     integer[] NOT NULL
);
