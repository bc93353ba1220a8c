-- A company announced 1,000 dollars. The bank's statement shows 985: an intermediary bank kept 15. One person matched the
-- line with the forecast, another approved.
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{
  D client bank 985.00,
  C wallet 985.00}');

-- The received amount is credited, not the announced one.
SELECT * FROM balances;

-- Another line has no known owner. We hold it safely from the moment of the import, and nobody can spend it.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-2', '{
  D client bank 640.00,
  C unmatched wires 640.00}');

-- The same file is imported again: the line's reference is the key, and it is taken.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-2', '{D client bank 640.00, C unmatched wires 640.00}');

-- Its owner contacts customer service; two people credit it to the account.
SELECT * FROM post('SUSPENSE_MATCHED', 'line-2', '{
  D unmatched wires 640.00,
  C wallet 640.00}');

-- A third has no owner and is returned to its sender.
SELECT * FROM post('SUSPENSE_RECEIVED', 'line-3', '{D client bank 50.00, C unmatched wires 50.00}');
SELECT * FROM post('SUSPENSE_RETURNED', 'line-3', '{
  D unmatched wires 50.00,
  C client bank 50.00}');

SELECT * FROM balances;
