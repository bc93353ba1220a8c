-- 110.003700 USDT arrive for an order of 110. The fraction below a cent is not credited; the credit is for
-- the nominal 110. The chain has confirmed the transfer.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{
  D usdt deposits 110.003700,
  C usdt position 110.003700,
  D usd position 110.00,
  C top-up fees 2.20,
  C wallet 107.80}');

-- Each currency balances on its own. The two position accounts connect the currencies: the USDT that we received
-- and the dollars that we gave for them. The fraction below a cent stays with the treasury.
SELECT * FROM balances;

-- The chain node reports the same transfer again: the key of the transfer is taken.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{D usdt deposits 110.003700, C usdt position 110.003700}');

-- Another order of 110 is paid in two parts: 50 is less than the minimum and waits in unmatched payments for the rest.
SELECT * FROM post('SUSPENSE_RECEIVED', 'transfer-2', '{D usdt deposits 50.000000, C unmatched usdt 50.000000}');

-- 60 follow within the hour: together they complete the order, and both are credited.
SELECT * FROM post('TOPUP_USDT', 'transfer-2 out of unmatched payments', '{
  D unmatched usdt 50.000000,
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
