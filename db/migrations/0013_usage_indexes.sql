-- without a transaction
-- What issuers charge for is counted by month over all accounts: cards by their opening, disputes by their filing, days of cards by their day, which are written in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS card_opened;
CREATE INDEX CONCURRENTLY card_opened ON card (opened_at);
DROP INDEX CONCURRENTLY IF EXISTS card_day_by_day;
CREATE INDEX CONCURRENTLY card_day_by_day ON card_day USING brin (day);
DROP INDEX CONCURRENTLY IF EXISTS dispute_filed;
CREATE INDEX CONCURRENTLY dispute_filed ON dispute (issuer_id, filed_at) WHERE filed_at IS NOT NULL;
