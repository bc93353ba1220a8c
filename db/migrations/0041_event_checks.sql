-- Events of the network are checked before they move money: what does not fit waits for a person. A reversal is a row of
-- its own, and a refund that no purchase explains is reviewed before it can be spent.

ALTER TABLE trade
  DROP CONSTRAINT trade_type_check,
  DROP CONSTRAINT trade_status_check,
  -- The row that this one takes back.
  ADD COLUMN reverses_trade_id text COLLATE "C",
  -- The purchase that a refund gives back, and the part of the refund that no purchase explains.
  ADD COLUMN refunds_trade_id text COLLATE "C",
  ADD COLUMN excess_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE trade
  ADD CONSTRAINT trade_type_check
      CHECK (type IN ('PURCHASE', 'REFUND', 'FEE', 'FORCED', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'ADJUST')),
  ADD CONSTRAINT trade_status_check
      CHECK (status IN ('POSTED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'DISPUTED', 'UNDER_REVIEW')),
  ADD CONSTRAINT trade_reversal_names_its_trade CHECK ((type = 'REVERSAL') = (reverses_trade_id IS NOT NULL));
-- A trade is reversed once.
CREATE UNIQUE INDEX trade_reversed_once ON trade (account_id, reverses_trade_id) WHERE reverses_trade_id IS NOT NULL;

-- What no purchase explains, added up before another refund of the kind is spendable.
CREATE INDEX trade_excess ON trade (account_id, trade_id) WHERE excess_cents > 0;

-- Reversals from before they had rows. Their ids stand beside the reversed row's; the time is that of the transfer.
INSERT INTO trade (account_id, trade_id, card_id, owner_sub_uid, auth_id, issuer_id, clearing_ref, type, status, merchant_no,
                   descriptor, amount_cents, cross_fee_cents, merchant_amount, merchant_currency, rate, biz_code,
                   occurred_at, posted_at, reverses_trade_id)
SELECT trade.account_id, substr(trade_id, 1, 14) || upper(substr(md5(trade_id || ' reversal'), 1, 16)), card_id, owner_sub_uid,
       auth_id, issuer_id, 'reversal:' || clearing_ref, 'REVERSAL', 'POSTED', merchant_no,
       descriptor, -amount_cents, -cross_fee_cents, merchant_amount, merchant_currency, rate, 1012,
       transfer.effective_at, transfer.posted_at, trade_id
  FROM trade
  JOIN ledger_transfer AS transfer
    ON transfer.account_id = trade.account_id AND biz_type = 'trade' AND biz_id = trade_id
   AND kind IN ('CLEARING_REVERSED', 'REFUND_REVERSED')
 WHERE trade.status = 'REVERSED';

-- A refund that waits for staff: booked, and held where it was booked to.
CREATE TABLE refund_review (
  account_id    text   COLLATE "C" NOT NULL,
  trade_id      text   COLLATE "C" NOT NULL,
  card_id       text   COLLATE "C" NOT NULL,
  hold_id       text   COLLATE "C" NOT NULL,
  held_cents    bigint NOT NULL,
  -- OPEN: waits. CLAIMED: an approval decides. RELEASED: the customer has it. RETURNED: staff sent it back to the merchant.
  -- REVERSED: the merchant took it back first.
  state         text   COLLATE "C" NOT NULL CHECK (state IN ('OPEN', 'CLAIMED', 'RELEASED', 'RETURNED', 'REVERSED')),
  created_at    timestamptz NOT NULL,
  decided_at    timestamptz,
  decided_by    text,
  PRIMARY KEY (account_id, trade_id),
  UNIQUE (trade_id)
);
CREATE INDEX refund_review_waiting ON refund_review (created_at) WHERE state IN ('OPEN', 'CLAIMED');

-- HELD: not applied, waits at the desk. DISMISSED: closed by staff without posting.
ALTER TABLE webhook_inbox
  DROP CONSTRAINT webhook_inbox_state_check,
  ADD COLUMN reason text COLLATE "C",
  -- What we have beside what the event says, for whoever decides.
  ADD COLUMN facts jsonb,
  ADD COLUMN held_at timestamptz,
  -- An approval decides about it.
  ADD COLUMN claimed boolean NOT NULL DEFAULT false;
UPDATE webhook_inbox SET state = 'HELD', reason = 'NOT_APPLIED', held_at = received_at + interval '1 day' WHERE state = 'DEAD';
ALTER TABLE webhook_inbox
  ADD CONSTRAINT webhook_inbox_state_check CHECK (state IN ('NEW', 'DONE', 'HELD', 'DISMISSED'));
DROP INDEX webhook_inbox_new;
CREATE INDEX webhook_inbox_new ON webhook_inbox (received_at) WHERE state = 'NEW';
CREATE INDEX webhook_inbox_held ON webhook_inbox (held_at) WHERE state IN ('HELD', 'DISMISSED');

-- Word of an authorization that has not come is word about one card: another card's authorization of that name is not meant.
ALTER TABLE auth_awaited DROP CONSTRAINT auth_awaited_pkey, ADD COLUMN card_id text COLLATE "C";
UPDATE auth_awaited
   SET card_id = card.card_id
  FROM webhook_inbox AS told
  JOIN card ON card.issuer_ref = told.card_ref AND card.issuer_id = told.issuer_id
 WHERE told.issuer_id = auth_awaited.issuer_id
   AND coalesce(told.body ->> 'incrementRef', told.body ->> 'authRef') = auth_awaited.issuer_ref;
DELETE FROM auth_awaited WHERE card_id IS NULL;
ALTER TABLE auth_awaited ADD PRIMARY KEY (issuer_ref, issuer_id, card_id);
