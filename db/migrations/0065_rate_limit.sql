-- Calls that were given out to servers, by who makes them. A row lives for a minute and is rebuilt by the next call, so it needs no log:
-- a statement on it waits for no disk and no standby, and after a crash everybody begins anew.
CREATE UNLOGGED TABLE rate_limit (
  key     text        PRIMARY KEY,
  -- Can be above the limit: the last lease of a window is cut down to what was left.
  taken   integer     NOT NULL,
  ends_at timestamptz NOT NULL
);
