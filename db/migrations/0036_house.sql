-- without a transaction
-- What the desk's first page shows of the last 14 days and of the last minutes, and what its list of accounts and its prices look up.

-- Figures of a day, in Asia/Shanghai, as the hourly sweep found them.
CREATE TABLE IF NOT EXISTS house_day (
  day    integer NOT NULL,
  figure text COLLATE "C" NOT NULL,
  value  double precision NOT NULL,
  PRIMARY KEY (day, figure)
);
-- All decisions of all processes so far, at each minute: two rows say what happened between them. Kept for two days.
CREATE TABLE IF NOT EXISTS decision_minute (
  minute     integer PRIMARY KEY,
  count      bigint NOT NULL,
  unanswered bigint NOT NULL,
  buckets    bigint[] NOT NULL
);
DROP INDEX CONCURRENTLY IF EXISTS account_newest;
CREATE INDEX CONCURRENTLY account_newest ON account (created_at, account_id);
DROP INDEX CONCURRENTLY IF EXISTS account_watched;
CREATE INDEX CONCURRENTLY account_watched ON account (created_at, account_id) WHERE held OR frozen OR restricted OR risk_state <> 'NORMAL' OR status <> 'ACTIVE';
DROP INDEX CONCURRENTLY IF EXISTS staff_view_of_staff;
CREATE INDEX CONCURRENTLY staff_view_of_staff ON staff_view (staff_id, recorded_at);
-- Orders are written in the order of their time, so that a month of them is found by the blocks that it is in.
DROP INDEX CONCURRENTLY IF EXISTS card_order_in_time;
CREATE INDEX CONCURRENTLY card_order_in_time ON card_order USING brin (created_at);
