-- Ana has $500.00 and buys Standard for two months.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 500.00, C wallet 500.00}');
SELECT * FROM post('PLAN_BUY', 'plan-1', '{D wallet 58.00, C plan paid in advance 58.00}');

-- Twelve days have passed: 58.00 × 12 ÷ 60 is income. Every day posts the difference to that.
SELECT * FROM post('PLAN_RECOGNISED', 'lot-1', '{D plan paid in advance 11.60, C plan income 11.60}');

-- She upgrades to Pro. 48 days remain: 46.40 of the old plan is unused, the new one costs 99.00 × 48 ÷ 30 = 158.40.
SELECT * FROM post('PLAN_UPGRADE', 'plan-2', '{D wallet 112.00, D plan paid in advance 46.40, C plan paid in advance 158.40}');

SELECT * FROM balances;

-- A month of Pro with a coupon of 10.00: the whole price is deferred, and the coupon is booked separately.
SELECT * FROM post('PLAN_BUY', 'plan-3', '{D wallet 89.00, D coupons 10.00, C plan paid in advance 99.00}');

SELECT * FROM balances;

-- Staff end it ten days later, with a second approver: ten days are income, and the coupon's share of the rest. Of 89.00 she is refunded 20 of 30 days.
SELECT * FROM post('PLAN_RECOGNISED', 'lot-3', '{D plan paid in advance 39.67, C plan income 39.67}');
SELECT * FROM post('PLAN_REFUND', 'plan-4', '{D plan paid in advance 59.33, C wallet 59.33}');

SELECT * FROM balances;
