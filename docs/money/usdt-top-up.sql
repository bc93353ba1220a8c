-- A quote said: send exactly 110.003700 USDT. The odd tail tells this order from others on the way; the credit is for
-- the nominal 110. The chain has confirmed the transfer.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{
  D usdt deposits 110.003700,
  C usdt position 110.003700,
  D usd position 110.00,
  C top-up fees 2.20,
  C wallet 107.80}');

-- Each currency balances by itself. The two position accounts are where one became the other: the USDT that we took
-- over and the dollars that we gave for it. The tail stays with the treasury.
SELECT * FROM balances;

-- The chain node reports the same transfer again: the key of the transfer is taken.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{D usdt deposits 110.003700, C usdt position 110.003700}');

-- Another order of 110 is paid in two: 50 are less than the minimum and wait in unmatched payments for the rest.
SELECT * FROM post('SUSPENSE_RECEIVED', 'transfer-2', '{D usdt deposits 50.000000, C usdt suspense 50.000000}');

-- 60 follow within the hour: together they are the order, and both are credited.
SELECT * FROM post('TOPUP_USDT', 'transfer-2 out of unmatched payments', '{
  D usdt suspense 50.000000,
  C usdt position 50.000000,
  D usd position 50.00,
  C top-up fees 1.00,
  C wallet 49.00}');
SELECT * FROM post('TOPUP_USDT', 'transfer-3', '{
  D usdt deposits 60.000000,
  C usdt position 60.000000,
  D usd position 60.00,
  C top-up fees 1.20,
  C wallet 58.80}');
SELECT * FROM balances;
