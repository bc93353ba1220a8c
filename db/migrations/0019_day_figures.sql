-- The indexes that 0018 made on each partition become those of the whole tables; nothing is built here.
CREATE INDEX auth_by_sub ON auth (cell, account_no, owner_sub_no, auth_id) WHERE owner_sub_no IS NOT NULL;
CREATE INDEX auth_late ON auth (cell, account_no, auth_id) WHERE to_timestamp((auth_id >> 22)::float8 / 1000 + 1577836800) - occurred_at > interval '59 minutes';
CREATE INDEX trade_by_sub ON trade (cell, account_id, owner_sub_uid, trade_id) WHERE owner_sub_uid IS NOT NULL;
CREATE INDEX trade_late ON trade (cell, account_id, trade_id) WHERE posted_at - occurred_at > interval '59 minutes';
