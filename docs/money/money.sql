-- The setup of the examples in this folder: the ledger's own tables, one customer (ana) with a wallet and a card in her cell, the platform's
-- accounts there, and three small functions that write the same rows as server/ledger/. They only serve the examples; the product never
-- runs them. The constraints are real: the tables refuse an unbalanced transfer or a wallet below zero.

CREATE SCHEMA money;
SET search_path = money, public;

CREATE TABLE account (
  name text PRIMARY KEY, code text, account_id text, owner text, currency text, normal text, mode text, la_id bigint
);

INSERT INTO account (name, code, account_id, owner, currency, normal, mode) VALUES
  ('client bank',       '1020', 'platform', 'bank',       'USD',  'D', 'DEFERRED'),
  ('usdt deposits',     '1220', 'platform', 'USDT_TRC20', 'USDT', 'D', 'DEFERRED'),
  ('usdt position',     '1900', 'platform', '',           'USDT', 'D', 'DEFERRED'),
  ('usd position',      '1900', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('wallet',            '2010', 'ana',      'ana',        'USD',  'C', 'ROW'),
  ('card',              '2020', 'ana',      'card',       'USD',  'C', 'ROW'),
  ('receivable',        '1310', 'ana',      'ana',        'USD',  'D', 'ROW'),
  ('plan paid in advance', '2210', 'ana',   'ana',        'USD',  'C', 'ROW'),
  ('seats paid in advance', '2220', 'ana',  'ana',        'USD',  'C', 'ROW'),
  ('commission pending', '2310', 'ana',      'ana',        'USD',  'C', 'ROW'),
  ('commission available', '2320', 'ana',      'ana',        'USD',  'C', 'ROW'),
  ('commission payouts', '2330', 'ana',     'ana',        'USD',  'C', 'ROW'),
  ('payable',           '2410', 'ana',      'ana',        'USD',  'C', 'ROW'),
  ('frozen funds',      '2420', 'ana',      'ana',        'USD',  'C', 'ROW'),
  ('commission expense', '5030', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('payout fees',       '4120', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('yuan spread',       '4060', 'platform', '',           'CNY',  'C', 'DEFERRED'),
  ('unmatched wires',   '2030', 'platform', 'USD_WIRE',   'USD',  'C', 'DEFERRED'),
  ('issuer settlement', '2110', 'platform', 'sim',        'USD',  'C', 'DEFERRED'),
  ('issuer prefund',    '1110', 'platform', 'sim',        'USD',  'D', 'DEFERRED'),
  ('issuer fees',       '2120', 'platform', 'sim',        'USD',  'C', 'DEFERRED'),
  ('cost of issuing',   '5020', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('opening fees',      '4010', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('coupons',           '4015', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('load fees',         '4020', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('top-up fees',       '4030', 'platform', 'USDT_TRC20', 'USD',  'C', 'DEFERRED'),
  ('wechat',            '1210', 'platform', 'WECHAT',     'CNY',  'D', 'DEFERRED'),
  ('unionpay',          '1210', 'platform', 'UNIONPAY',   'CNY',  'D', 'DEFERRED'),
  ('yuan bank',         '1030', 'platform', '',           'CNY',  'D', 'DEFERRED'),
  ('yuan position',     '1900', 'platform', '',           'CNY',  'D', 'DEFERRED'),
  ('unmatched wechat',  '2030', 'platform', 'ONLINE_WECHAT', 'CNY', 'C', 'DEFERRED'),
  ('wechat fees',       '4030', 'platform', 'ONLINE_WECHAT', 'CNY', 'C', 'DEFERRED'),
  ('unionpay fees',     '4030', 'platform', 'UNIONPAY',   'CNY',  'C', 'DEFERRED'),
  ('currency spread',   '4060', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('rail costs',        '5010', 'platform', '',           'CNY',  'D', 'DEFERRED'),
  ('currency gain and loss', '5060', 'platform', '',      'USD',  'D', 'DEFERRED'),
  ('plan income',       '4040', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('seat income',       '4050', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('cross-border fees', '4070', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('own bank',          '1010', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('usdt treasury',     '1040', 'platform', '',           'USDT', 'D', 'DEFERRED'),
  ('network costs',     '5010', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('dispute receivable', '1320', 'platform', 'sim',       'USD',  'D', 'DEFERRED'),
  ('dispute fees',      '4110', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('goodwill',          '5070', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('forfeited money',   '4900', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('bad debt',          '5050', 'platform', '',           'USD',  'D', 'DEFERRED'),
  ('withdrawal fees',   '4100', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('decline fees',      '4080', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('monthly card fees', '4090', 'platform', '',           'USD',  'C', 'DEFERRED'),
  ('unmatched usdt',    '2030', 'platform', 'USDT_TRC20', 'USDT', 'C', 'DEFERRED'),
  ('own yuan',          '1010', 'platform', '',           'CNY',  'D', 'DEFERRED');

WITH opened AS (
  INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, floor, created_at)
  SELECT cell_of('ana'), account_id, code, owner, currency, CASE currency WHEN 'USDT' THEN 6 ELSE 2 END, normal, mode,
         CASE mode WHEN 'ROW' THEN 0 END, '2026-01-01Z'
    FROM account
  RETURNING *
)
UPDATE account
   SET la_id = opened.la_id
  FROM opened
 WHERE (account.account_id, account.code, account.owner, account.currency) = (opened.account_id, opened.code, opened.owner, opened.currency);

CREATE FUNCTION minor(amount numeric, currency text) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN (amount * CASE currency WHEN 'USDT' THEN 1000000 ELSE 100 END)::bigint;

CREATE FUNCTION shown(minor numeric, currency text) RETURNS numeric LANGUAGE sql IMMUTABLE
RETURN CASE currency WHEN 'USDT' THEN round(minor / 1000000, 6) ELSE round(minor / 100, 2) END;

-- Place a hold.
CREATE FUNCTION hold(name text, biz text, dollars numeric) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cents bigint = minor(dollars, 'USD');
  id bigint = (SELECT la_id FROM account WHERE account.name = hold.name);
BEGIN
  UPDATE ledger_account SET held = held + cents WHERE (cell, la_id) = (cell_of('ana'), id);
  INSERT INTO ledger_hold (cell, hold_id, account_id, la_id, amount, remaining, state, biz_type, biz_id, created_at, updated_at)
  VALUES (cell_of('ana'), 'hld_' || biz, 'ana', id, cents, cents, 'OPEN', 'example', biz, '2026-01-01Z', '2026-01-01Z');
  RETURN 'OPEN';
END $$;

-- Resolve a hold: `taken` of it has become a transfer, and `released` of the rest is released.
CREATE FUNCTION resolve(biz text, taken numeric, released numeric) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  used bigint = minor(taken, 'USD');
  gone bigint = minor(taken + released, 'USD');
  id bigint;
  now_is text;
BEGIN
  UPDATE ledger_hold
     SET posted = posted + used,
         remaining = remaining - gone,
         state = CASE WHEN remaining > gone THEN CASE WHEN used > 0 THEN 'PARTIAL' ELSE state END
                      WHEN posted + used > 0 THEN 'POSTED' ELSE 'VOIDED' END
   WHERE cell = cell_of('ana') AND biz_id = biz
  RETURNING la_id, state INTO id, now_is;
  UPDATE ledger_account SET held = held - gone WHERE (cell, la_id) = (cell_of('ana'), id);
  RETURN now_is;
END $$;

CREATE FUNCTION release(biz text, amount numeric) RETURNS text LANGUAGE sql RETURN resolve(biz, 0, amount);

-- Post a transfer. A line reads 'D wallet 54.25'. It may use `taking` of the hold `uses`; the rest is released unless `keeping`.
CREATE FUNCTION post(transfer_kind text, biz text, lines text[], uses text DEFAULT NULL, taking numeric DEFAULT 0, keeping boolean DEFAULT false)
RETURNS TABLE (line text, debit numeric, credit numeric, "balance after" numeric) LANGUAGE plpgsql AS $$
DECLARE
  id text = 'trf_' || gen_random_uuid();
  held bigint;
BEGIN
  IF uses IS NOT NULL THEN
    SELECT remaining INTO held FROM ledger_hold WHERE cell = cell_of('ana') AND biz_id = uses;
    PERFORM resolve(uses, taking, CASE WHEN keeping THEN 0 ELSE shown(held, 'USD') - taking END);
  END IF;
  CREATE TEMP TABLE written ON COMMIT DROP AS
    SELECT n::smallint, account.*, parts[1] AS side, minor(parts[3]::numeric, account.currency) AS amount, NULL::bigint AS after, NULL::bigint AS at
      FROM unnest(lines) WITH ORDINALITY AS l (text, n), regexp_match(l.text, '^([DC]) (.+) ([0-9.]+)$') AS parts
      JOIN account ON account.name = parts[2];
  -- An account may have two lines, each with its balance.
  UPDATE written
     SET after = row.posted + running.moved, at = row.version + running.count
    FROM ledger_account AS row,
         (SELECT n, sum(CASE side WHEN normal THEN amount ELSE -amount END) OVER mine AS moved, count(*) OVER mine AS count
            FROM written WINDOW mine AS (PARTITION BY la_id ORDER BY n)) AS running
   WHERE (row.cell, row.la_id) = (cell_of('ana'), written.la_id) AND row.mode = 'ROW' AND running.n = written.n;
  UPDATE ledger_account AS row
     SET posted = last.after, version = last.at
    FROM (SELECT DISTINCT ON (la_id) la_id, after, at FROM written ORDER BY la_id, n DESC) AS last
   WHERE (row.cell, row.la_id) = (cell_of('ana'), last.la_id) AND row.mode = 'ROW';
  WITH transfer AS (
    INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at, resolves)
    VALUES (cell_of('ana'), id, 'ana', transfer_kind, 'example', biz, '2026-01-01Z', '2026-01-01Z',
            CASE WHEN uses IS NOT NULL THEN jsonb_build_array(jsonb_build_object('hold', 'hld_' || uses, 'amount', minor(taking, 'USD'))) END)
  )
  INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at)
  SELECT cell_of('ana'), id, n, 'ana', la_id, side, amount, currency, after, at, '2026-01-01Z' FROM written;
  RETURN QUERY
    SELECT written.name, CASE side WHEN 'D' THEN shown(amount, currency) END, CASE side WHEN 'C' THEN shown(amount, currency) END, shown(after, currency)
      FROM written ORDER BY n;
  DROP TABLE written;
END $$;

-- Every account that money has touched. What is available is what is posted less what is held.
CREATE VIEW balances AS
  SELECT name AS account, shown(balance, currency) AS posted,
         CASE mode WHEN 'ROW' THEN shown(held, currency) END AS held,
         CASE mode WHEN 'ROW' THEN shown(balance - held, currency) END AS available
    FROM (SELECT account.*, row.held, CASE account.normal WHEN 'D' THEN debits - credits ELSE credits - debits END AS balance
            FROM account
            JOIN (SELECT la_id, held FROM ledger_account WHERE cell = cell_of('ana') OFFSET 0) AS row USING (la_id)
            JOIN (SELECT la_id, coalesce(sum(amount) FILTER (WHERE side = 'D'), 0) AS debits, coalesce(sum(amount) FILTER (WHERE side = 'C'), 0) AS credits
                    FROM ledger_entry
                   WHERE cell = cell_of('ana')
                   GROUP BY la_id
                  OFFSET 0) AS entries USING (la_id)) AS sums
   ORDER BY code, currency;
