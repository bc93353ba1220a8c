-- A customer has sent 110 USDT, at two per cent; the position took them over at one dollar.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{
  D usdt deposits 110.000000,
  C usdt position 110.000000,
  D usd position 110.00,
  C top-up fees 2.20,
  C wallet 107.80}');

-- Another has paid 5,000 yuan: 7.28 for a dollar, 7.20 between banks.
SELECT * FROM post('TOPUP_ONLINE', 'order-2', '{
  D wechat 5000.00,
  C wechat fees 50.00,
  C yuan position 4950.00,
  D usd position 687.50,
  C wallet 679.94,
  C currency spread 7.56}');

-- The USDT go from the deposit address to the treasury; the network's fee is the house's.
SELECT * FROM post('USDT_SWEPT', 'sweep-1', '{
  D usdt treasury 110.000000,
  C usdt deposits 110.000000,
  D network costs 1.20,
  C own bank 1.20}');

-- In the evening a dollar costs 7.26: 4,950 yuan are worth 681.82, and are carried at 687.50.
SELECT * FROM post('FX_REVALUED', '2026-03-01', '{
  D currency gain and loss 5.68,
  C usd position 5.68}');

-- Once a day: the second time that day it is the first one that answers.
SELECT * FROM post('FX_REVALUED', '2026-03-01', '{D currency gain and loss 5.68, C usd position 5.68}');

-- What was earned leaves customers' money: 2.20 and 7.56 of income, less 5.68 lost; the network's 1.20 was ours already.
SELECT * FROM post('EARNINGS_MOVED', '2026-03-01', '{
  D own bank 4.08,
  C usd position 4.08,
  D usdt position 4.080000,
  C usdt treasury 4.080000}');

SELECT * FROM balances;
