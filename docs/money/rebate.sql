-- Ana invited Ben. Ben opens a card: of what he pays, 3.00 for opening and 1.25 for the service, a tenth is hers, rounded down.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 100.00, C wallet 100.00}');
SELECT * FROM post('CARD_OPEN', 'ben-1', '{D client bank 4.25, C open fees 3.00, C service fees 1.25}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-1', '{D rebates given 0.42, C rebates pending 0.42}');

-- He buys plans for 1,000.00 and 400.00; of plans a twentieth is hers.
SELECT * FROM post('PLAN_RECOGNISED', 'ben-2', '{D client bank 1400.00, C plan income 1400.00}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-2', '{D rebates given 50.00, C rebates pending 50.00}');
SELECT * FROM post('REBATE_ACCRUED', 'commission-3', '{D rebates given 20.00, C rebates pending 20.00}');

-- Seven days later each becomes hers to take out.
SELECT * FROM post('REBATE_MATURED', 'commission-1', '{D rebates pending 0.42, C rebates available 0.42}');
SELECT * FROM post('REBATE_MATURED', 'commission-2', '{D rebates pending 50.00, C rebates available 50.00}');

-- A quarter of the 400.00 is given back while what it earned is still pending: so does a quarter of that.
SELECT * FROM post('REBATE_CLAWED_BACK', 'commission-3', '{D rebates pending 5.00, C rebates given 5.00}');
SELECT * FROM post('REBATE_MATURED', 'commission-3', '{D rebates pending 15.00, C rebates available 15.00}');

SELECT * FROM balances;

-- To the wallet: at once and without a fee.
SELECT * FROM post('REBATE_IN', 'withdrawal-1', '{D rebates available 15.00, C wallet 15.00}');

-- To a bank card: 50.00 are set aside, one percent is our fee.
SELECT * FROM post('PAYOUT_REQUESTED', 'withdrawal-2', '{D rebates available 50.00, C rebates being paid 49.50, C payout fees 0.50}');

-- The bank has paid 351.45 yuan, at 7.10 where banks ask each other 7.20; the difference is ours.
SELECT * FROM post('PAYOUT_PAID', 'withdrawal-2', '{D rebates being paid 49.50, C usd position 49.50, D yuan position 356.40, C yuan bank 351.45, C yuan spread 4.95}');

SELECT * FROM balances;

-- What would have come back, had the bank not paid: all of it, the fee too.
SELECT * FROM post('PAYOUT_REQUESTED', 'withdrawal-4', '{D rebates available 0.42, C rebates being paid 0.41, C payout fees 0.01}');
SELECT * FROM post('PAYOUT_RETURNED', 'withdrawal-4', '{D rebates being paid 0.41, D payout fees 0.01, C rebates available 0.42}');

SELECT * FROM balances;
