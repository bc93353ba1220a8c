-- Whether the demo world has been told to this database. Never filled in where the outside is real.

CREATE TABLE demo_world (
  one         boolean     PRIMARY KEY DEFAULT true CHECK (one),
  began_at    timestamptz NOT NULL,
  -- NULL: the telling was cut short, and what stands here is half a world.
  finished_at timestamptz
);
