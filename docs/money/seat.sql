-- Ana is on Standard: one seat is free, the next costs $10.00 a month.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 100.00, C wallet 100.00}');
SELECT * FROM post('SEAT_OPEN', 'seat-1', '{D wallet 10.00, C seats paid in advance 10.00}');

-- Twelve of thirty days have passed: 10.00 × 12 ÷ 30 is income.
SELECT * FROM post('SEAT_RECOGNISED', 'lot-1', '{D seats paid in advance 4.00, C seat income 4.00}');

-- She renews it and adds a second one, for a month each: one transfer, two lots.
SELECT * FROM post('SEAT_RENEW', 'seat-2', '{D wallet 20.00, C seats paid in advance 20.00}');

SELECT * FROM balances;
