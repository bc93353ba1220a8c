-- Ana invited Ben. Ben opens a card: of the opening fee of 3.00 and the load fee of 1.25, she earns a tenth, rounded down.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 100.00, C wallet 100.00}');
SELECT * FROM post('CARD_OPEN', 'ben-1', '{D client bank 4.25, C opening fees 3.00, C load fees 1.25}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-1', '{D commission expense 0.42, C commission pending 0.42}');

-- He buys plans for 1,000.00 and 400.00; of plans she earns a twentieth.
SELECT * FROM post('PLAN_RECOGNISED', 'ben-2', '{D client bank 1400.00, C plan income 1400.00}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-2', '{D commission expense 50.00, C commission pending 50.00}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-3', '{D commission expense 20.00, C commission pending 20.00}');

-- Seven days later the commission becomes available.
SELECT * FROM post('REBATE_MATURED', 'commission-1', '{D commission pending 0.42, C commission available 0.42}');
SELECT * FROM post('REBATE_MATURED', 'commission-2', '{D commission pending 50.00, C commission available 50.00}');

-- A quarter of the 400.00 is refunded while its commission is pending: a quarter of the commission is clawed back.
SELECT * FROM post('REBATE_CLAWED_BACK', 'commission-3', '{D commission pending 5.00, C commission expense 5.00}');
SELECT * FROM post('REBATE_MATURED', 'commission-3', '{D commission pending 15.00, C commission available 15.00}');

SELECT * FROM balances;

-- To the wallet: immediately and without a fee.
SELECT * FROM post('REBATE_IN', 'withdrawal-1', '{D commission available 15.00, C wallet 15.00}');

-- To a bank card: 50.00 is reserved, one percent is our fee.
SELECT * FROM post('PAYOUT_REQUESTED', 'withdrawal-2', '{D commission available 50.00, C commission payouts 49.50, C payout fees 0.50}');

-- The bank paid 351.45 yuan, at 7.10 and a mid-market rate of 7.20; the difference is ours.
SELECT * FROM post('PAYOUT_PAID', 'withdrawal-2', '{D commission payouts 49.50, C usd position 49.50, D yuan position 356.40, C yuan bank 351.45, C yuan spread 4.95}');

SELECT * FROM balances;

-- If the bank had not paid, everything would be returned, including the fee.
SELECT * FROM post('PAYOUT_REQUESTED', 'withdrawal-4', '{D commission available 0.42, C commission payouts 0.41, C payout fees 0.01}');
SELECT * FROM post('PAYOUT_RETURNED', 'withdrawal-4', '{D commission payouts 0.41, D payout fees 0.01, C commission available 0.42}');

SELECT * FROM balances;
