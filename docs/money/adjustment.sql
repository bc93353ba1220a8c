-- A wallet with 20 dollars from a wire. We have 4.00 of earned fees in the same bank.
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{
  D client bank 24.00,
  C wallet 20.00,
  C top-up fees 4.00}');

SELECT * FROM balances;

-- Goodwill: one person requests a credit of 2.50, another approves.
SELECT * FROM post('ADJUST_IN', 'adj-1', '{
  D goodwill 2.50,
  C wallet 2.50}');

-- A fee of 1.00 was not charged: one person requests it, another approves.
SELECT * FROM post('ADJUST_OUT', 'adj-2', '{
  D wallet 1.00,
  C load fees 1.00}');

-- 0.40 of that fee is refunded. It is debited from the account that earned it.
SELECT * FROM post('ADJUST_IN', 'adj-3', '{
  D load fees 0.40,
  C wallet 0.40}');

-- Carrying it out again returns the first transfer.
SELECT * FROM post('ADJUST_OUT', 'adj-2', '{D wallet 1.00, C load fees 1.00}');

SELECT * FROM balances;
