-- How far the clock of a simulated world has been moved forward. All server processes follow it; where the outside is real there is no row.
CREATE TABLE simulated_clock (
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  offset_ms bigint  NOT NULL CHECK (offset_ms >= 0)
);
