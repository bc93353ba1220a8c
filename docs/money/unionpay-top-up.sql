-- 2,000 yuan by bank card. The fee is 0.8 %, the rate 7.28 (mid-market 7.20).
SELECT * FROM post('TOPUP_UNIONPAY', 'UNIONPAY:pay-1', '{
  D unionpay 2000.00,
  C unionpay fees 16.00,
  C yuan position 1984.00,
  D usd position 275.56,
  C wallet 272.52,
  C currency spread 3.04}');
SELECT * FROM balances;
