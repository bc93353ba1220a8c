-- How long the decisions of each process took, since it was started: the desk's health page adds them up. Each process writes its own row again
-- within seconds, so the table needs no log.
CREATE UNLOGGED TABLE decision_figures (
  process    text             PRIMARY KEY,
  buckets    integer[]        NOT NULL,
  count      integer          NOT NULL,
  unanswered integer          NOT NULL,
  seen_at    timestamptz      NOT NULL
);
