-- What cards spent, by the day of the posting in Asia/Shanghai and by who had the card then: the one source of every
-- figure called "spent". The proof compares it with the entries.
CREATE TABLE spend_day (
  account_id    text     NOT NULL,
  -- Days since 1970-01-01, as in card_day; 0 holds the sum of all days.
  day           int      NOT NULL,
  -- The sub-account that had the card, as the posting says; empty for the account's own cards.
  owner_sub_uid text     NOT NULL,
  -- One of eight rows that add up, chosen by the card, so that an account's cards seldom wait for each other's row.
  part          smallint NOT NULL,
  spent_cents   bigint   NOT NULL,
  PRIMARY KEY (account_id, day, owner_sub_uid, part)
) WITH (fillfactor = 60);
CREATE INDEX spend_day_of_sub ON spend_day (account_id, owner_sub_uid, day);

INSERT INTO spend_day (account_id, day, owner_sub_uid, part, spent_cents)
SELECT card.account_id,
       summed.day,
       coalesce(transfer.meta ->> 'subUid', ''),
       card.la_id % 8,
       sum(CASE entry.side WHEN 'D' THEN entry.amount ELSE -entry.amount END)
  FROM ledger_entry AS entry
  JOIN ledger_transfer AS transfer USING (transfer_id)
  JOIN card ON card.la_id = entry.la_id
 CROSS JOIN LATERAL (VALUES (0), (floor((extract(epoch FROM entry.posted_at) + 8 * 3600) / 86400)::int)) AS summed (day)
 WHERE entry.account_version IS NOT NULL
   AND transfer.kind IN ('CARD_MONTH_FEE', 'CLEARING', 'CLEARING_OVER', 'FORCED_POST', 'CLEARING_REVERSED',
                         'CROSS_BORDER_FEE', 'CARD_REFUND', 'REFUND_REVERSED', 'DECLINE_FEE')
 GROUP BY 1, 2, 3, 4;
