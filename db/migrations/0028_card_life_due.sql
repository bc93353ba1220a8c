-- without a transaction
-- One look a minute finds the cards whose next deadline has passed. Cards without any, which are nearly all, are not in the index.
DROP INDEX CONCURRENTLY IF EXISTS card_life_due;
CREATE INDEX CONCURRENTLY card_life_due ON card (least(close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at), cell, account_id, card_id)
  WHERE least(close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at) IS NOT NULL;
