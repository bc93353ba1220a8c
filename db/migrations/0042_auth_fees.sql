-- The cross-border fee is on the sum of what an authorization's clearings have taken, so each takes what is missing of it.
ALTER TABLE auth
  ADD COLUMN fee_taken_cents bigint NOT NULL DEFAULT 0,
-- What it counts in its card's day amount, and on which day. NULL: what was approved first, on the day of its id.
  ADD COLUMN usage_day integer,
  ADD COLUMN usage_cents bigint;
ALTER TABLE auth_awaited ADD COLUMN fee_cents bigint NOT NULL DEFAULT 0;

UPDATE auth
   SET fee_taken_cents = taken.fee
  FROM (SELECT account_id, auth_id, sum(cross_fee_cents) AS fee
          FROM trade
         WHERE auth_id IS NOT NULL AND type IN ('PURCHASE', 'FORCED') AND status <> 'REVERSED' AND cross_fee_cents > 0
         GROUP BY account_id, auth_id) AS taken
 WHERE auth.account_id = taken.account_id
   AND auth.auth_id = taken.auth_id;

UPDATE auth_awaited
   SET fee_cents = taken.fee
  FROM (SELECT awaited_ref, issuer_id, card_id, sum(cross_fee_cents) AS fee
          FROM trade
         WHERE awaited_ref IS NOT NULL AND status <> 'REVERSED' AND cross_fee_cents > 0
         GROUP BY awaited_ref, issuer_id, card_id) AS taken
 WHERE auth_awaited.issuer_ref = taken.awaited_ref
   AND auth_awaited.issuer_id = taken.issuer_id
   AND auth_awaited.card_id = taken.card_id;
