-- A hash can be made by whoever can write here; a signature only with the key, which is not in the database. The rows that
-- are there already are signed by server/signChains.ts in the same transaction, and from then on every row has one.
ALTER TABLE staff_audit ADD COLUMN signature bytea;
ALTER TABLE operate_seal ADD COLUMN signature bytea;
