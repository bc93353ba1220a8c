-- Conditions that somebody has to look at now. One open alarm for each kind and subject: what happens again is counted.
CREATE TABLE alarm (
  alarm_id  text        COLLATE "C" PRIMARY KEY,
  kind      text        NOT NULL,
  subject   text        NOT NULL,
  detail    jsonb       NOT NULL,
  times     integer     NOT NULL DEFAULT 1,
  raised_at timestamptz NOT NULL,
  last_at   timestamptz NOT NULL,
  closed_at timestamptz,
  -- NULL with closed_at set: the condition ended and the server closed it.
  closed_by text        COLLATE "C"
);
CREATE UNIQUE INDEX alarm_open ON alarm (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alarm_closed ON alarm (closed_at) WHERE closed_at IS NOT NULL;
