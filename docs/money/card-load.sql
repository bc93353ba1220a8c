-- Ana has $500.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 500.00, C wallet 500.00}');

-- She loads $200.00 at a load fee of 2.5 %.
SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 205.00, C card 200.00, C load fees 5.00}');

-- And $100.00 with a coupon of 1.00 off the load fee. The fee is booked in full, and the coupon separately.
SELECT * FROM post('CARD_LOAD', 'load-2', '{D wallet 101.50, D coupons 1.00, C card 100.00, C load fees 2.50}');

SELECT * FROM balances;

-- Lines that do not balance are refused.
SELECT * FROM post('CARD_LOAD', 'load-3', '{D wallet 10.00, C card 10.25}');
