-- Ana has $200.00 and orders three cards with $50.00 each: 3.00 + 50.00 + 1.25 = 54.25 per card. A coupon of 2.00 applies
-- to one card, the first: 52.25.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 200.00, C wallet 200.00}');

-- The whole price is held before the issuer is called, row by row: 52.25 + 54.25 + 54.25 = 160.75. All or nothing.
SELECT hold('wallet', 'row-1', 52.25), hold('wallet', 'row-2', 54.25), hold('wallet', 'row-3', 54.25);

SELECT * FROM balances;

-- The first card is issued. Its own hold becomes the transfer; the coupon is our expense, not hers.
SELECT * FROM post('CARD_OPEN', 'row-1', '{
  D wallet 52.25,
  D coupons 2.00,
  C card 50.00,
  C opening fees 3.00,
  C load fees 1.25}',
  uses => 'row-1', taking => 52.25);

-- The issuer refuses the second: exactly its own 54.25 is released, and no entry is written.
SELECT release('row-2', 54.25);

SELECT * FROM balances;

-- The third is issued, perhaps later: only its own row could use its 54.25.
SELECT * FROM post('CARD_OPEN', 'row-3', '{
  D wallet 54.25,
  C card 50.00,
  C opening fees 3.00,
  C load fees 1.25}',
  uses => 'row-3', taking => 54.25);

SELECT * FROM balances;
