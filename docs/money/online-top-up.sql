-- 5,000 yuan by WeChat. The quote: a fee of 1 %, 7.28 yuan per dollar (mid-market 7.20). A query to WeChat confirms
-- the payment.
SELECT * FROM post('TOPUP_ONLINE', 'WECHAT:pay-1', '{
  D wechat 5000.00,
  C wechat fees 50.00,
  C yuan position 4950.00,
  D usd position 687.50,
  C wallet 679.94,
  C currency spread 7.56}');

-- The position took 4,950 yuan and gave 687.50 dollars for them, at the mid-market rate. The customer got
-- floor(4950 / 7.28) of it; the difference is the spread.
SELECT * FROM balances;

-- WeChat reports the same payment again: the key of the transfer is taken.
SELECT * FROM post('TOPUP_ONLINE', 'WECHAT:pay-1', '{D wechat 5000.00, C yuan position 5000.00}');

-- Some days later WeChat pays out, less its fee of 0.6 %.
SELECT * FROM post('ACQUIRER_SETTLED', 'WECHAT:settlement-1', '{
  D yuan bank 4970.00,
  D rail costs 30.00,
  C wechat 5000.00}');

-- The treasury sells the yuan of the position.
SELECT * FROM post('TREASURY_SOLD', 'sale-1', '{
  D client bank 686.90,
  D currency gain and loss 0.60,
  C usd position 687.50,
  D yuan position 4950.00,
  C yuan bank 4950.00}');
SELECT * FROM balances;
