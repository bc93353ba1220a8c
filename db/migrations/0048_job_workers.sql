-- Which job workers are alive. A worker writes its row every two seconds and holds a session lock while it lives, so that the jobs of
-- one that was killed are released within seconds, and those of one that is only slow are not.
CREATE TABLE job_worker (
  pool_id  text        COLLATE "C" PRIMARY KEY, -- graphile_worker: locked_by
  lock_key integer     NOT NULL,                -- second key of the advisory lock that its process holds
  seen_at  timestamptz NOT NULL                 -- by the database's clock
);
