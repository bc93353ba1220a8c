-- A company announced 1,000 dollars. Its bank's statement says 985 came in: a bank on the way kept 15. One person matched the
-- line to the forecast, a second agreed.
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{
  D client bank 985.00,
  C wallet 985.00}');

-- What was received, not what was announced.
SELECT * FROM balances;

-- Another line names nobody. It is ours to keep safe from the moment it is read, and nobody's to spend.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-2', '{
  D client bank 640.00,
  C wire suspense 640.00}');

-- The same file is read again: the line's own name is the key, and it is taken.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-2', '{D client bank 640.00, C wire suspense 640.00}');

-- Its owner writes to customer service; two people give it to the account.
SELECT * FROM post('SUSPENSE_MATCHED', 'line-2', '{
  D wire suspense 640.00,
  C wallet 640.00}');

-- A third has no owner and goes back to its sender.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-3', '{D client bank 50.00, C wire suspense 50.00}');
SELECT * FROM post('SUSPENSE_RETURNED', 'line-3', '{
  D wire suspense 50.00,
  C client bank 50.00}');

SELECT * FROM balances;
