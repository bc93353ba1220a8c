-- A customer has sent 110 USDT, with a fee of two per cent; the position took them at one dollar each.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{
  D usdt deposits 110.000000,
  C usdt position 110.000000,
  D usd position 110.00,
  C top-up fees 2.20,
  C wallet 107.80}');

-- Another has paid 5,000 yuan: 7.28 per dollar, mid-market rate 7.20.
SELECT * FROM post('TOPUP_ONLINE', 'order-2', '{
  D wechat 5000.00,
  C wechat fees 50.00,
  C yuan position 4950.00,
  D usd position 687.50,
  C wallet 679.94,
  C currency spread 7.56}');

-- The USDT move from the deposit address to the treasury; we pay the network fee.
SELECT * FROM post('USDT_SWEPT', 'sweep-1', '{
  D usdt treasury 110.000000,
  C usdt deposits 110.000000,
  D network costs 1.20,
  C own bank 1.20}');

-- In the evening a dollar costs 7.26: 4,950 yuan are worth 681.82, with a book value of 687.50.
SELECT * FROM post('FX_REVALUED', '2026-03-01', '{
  D currency gain and loss 5.68,
  C usd position 5.68}');

-- Once a day: a second run on that day returns the first transfer.
SELECT * FROM post('FX_REVALUED', '2026-03-01', '{D currency gain and loss 5.68, C usd position 5.68}');

-- Earnings leave customers' money: 2.20 and 7.56 of income, less a loss of 5.68; the network's 1.20 was already paid by us.
SELECT * FROM post('EARNINGS_MOVED', '2026-03-01', '{
  D own bank 4.08,
  C usd position 4.08,
  D usdt position 4.080000,
  C usdt treasury 4.080000}');

-- The next day the provider pays out, less its own fee.
SELECT * FROM post('ACQUIRER_SETTLED', 'WECHAT:settlement-1', '{
  D yuan bank 4970.00,
  D rail costs 30.00,
  C wechat 5000.00}');

-- The yuan of the position are sold. Their book value is 787.74 less a dollar for each of the 105.92 USDT.
SELECT * FROM post('TREASURY_SOLD', 'sale-1', '{
  D client bank 682.50,
  C currency gain and loss 0.68,
  C usd position 681.82,
  D yuan position 4950.00,
  C yuan bank 4950.00}');

-- At night the gain of 0.68 and the 20 yuan that are left of the fees are moved.
SELECT * FROM post('EARNINGS_MOVED', '2026-03-02', '{
  D own bank 0.68,
  C client bank 0.68,
  D own yuan 20.00,
  C yuan bank 20.00}');

-- The USDT are sold, too, 1.92 below a dollar each: customers are owed 787.74, and 785.82 are held for them.
SELECT * FROM post('TREASURY_SOLD', 'sale-2', '{
  D client bank 104.00,
  D currency gain and loss 1.92,
  C usd position 105.92,
  D usdt position 105.920000,
  C usdt treasury 105.920000}');

-- The next night what is missing comes back from our own account.
SELECT * FROM post('EARNINGS_RETURNED', '2026-03-03', '{
  D client bank 1.92,
  C own bank 1.92}');

SELECT * FROM balances;
