-- Links by which a person at the desk sets a password and an authenticator, once. The link itself is nowhere, only a keyed hash of it.
CREATE TABLE staff_enrolment (
  link_hash  bytea PRIMARY KEY,
  staff_id   text COLLATE "C" NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  ended_why  text CHECK (ended_why IN ('used', 'replaced')),
  CHECK ((ended_at IS NULL) = (ended_why IS NULL))
);
CREATE UNIQUE INDEX staff_enrolment_open ON staff_enrolment (staff_id) WHERE ended_at IS NULL;
