-- A wallet with 20 dollars, brought in by a wire. The house has 4.00 of fees of its own in the same bank.
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{
  D client bank 24.00,
  C wallet 20.00,
  C top-up fees 4.00}');

SELECT * FROM balances;

-- Something was ours to bear: one person asks for 2.50 back, another agrees.
SELECT * FROM post('ADJUST_IN', 'adj-1', '{
  D goodwill 2.50,
  C wallet 2.50}');

-- A fee of 1.00 was never taken: asked for by one, agreed by another.
SELECT * FROM post('ADJUST_OUT', 'adj-2', '{
  D wallet 1.00,
  C service fees 1.00}');

-- 0.40 of that fee was too much. It comes off the account on which it was earned.
SELECT * FROM post('ADJUST_IN', 'adj-3', '{
  D service fees 0.40,
  C wallet 0.40}');

-- Carried out again, it is the first one that answers.
SELECT * FROM post('ADJUST_OUT', 'adj-2', '{D wallet 1.00, C service fees 1.00}');

SELECT * FROM balances;
