-- 5,000 yuan by WeChat. The quote said: a fee of 1 %, 7.28 yuan for a dollar (7.20 between banks). WeChat says, asked, that
-- it has the money.
SELECT * FROM post('TOPUP_ONLINE', 'WECHAT:pay-1', '{
  D wechat 5000.00,
  C wechat fees 50.00,
  C yuan position 4950.00,
  D usd position 687.50,
  C wallet 679.94,
  C currency spread 7.56}');

-- The position took over 4,950 yuan and gave 687.50 dollars for them, at the rate between banks. The customer got
-- floor(4950 / 7.28) of it; what lies between is the spread.
SELECT * FROM balances;

-- WeChat tells of the same payment again: the key of the transfer is taken.
SELECT * FROM post('TOPUP_ONLINE', 'WECHAT:pay-1', '{D wechat 5000.00, C yuan position 5000.00}');

-- Some days later WeChat pays out, less its own 0.6 %.
SELECT * FROM post('ACQUIRER_SETTLED', 'WECHAT:settlement-1', '{
  D yuan bank 4970.00,
  D rail costs 30.00,
  C wechat 5000.00}');

-- And the treasury sells what the position took over.
SELECT * FROM post('TREASURY_SOLD', 'sale-1', '{
  D client bank 686.90,
  D currency gain and loss 0.60,
  C usd position 687.50,
  D yuan position 4950.00,
  C yuan bank 4950.00}');
SELECT * FROM balances;
