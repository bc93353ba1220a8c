-- 110 USDT arrived, and 60 dollars by wire. We earned the top-up fee of 2.20.
SELECT * FROM post('TOPUP_USDT', 'order-1', '{
  D usdt deposits 110.00, C usdt position 110.00,
  D usd position 110.00, C top-up fees 2.20, C wallet 107.80}');
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{D client bank 60.00, C wallet 60.00}');

-- The account is closed: the wallet's balance becomes payable.
SELECT * FROM post('CLOSE_ACCOUNT', 'case-1', '{D wallet 167.80, C payable 167.80}');

-- A merchant refunds a purchase on a deleted card. The refund is payable too, and not in a wallet that is never paid out.
SELECT * FROM post('FORCED_POST', 'purchase-1', '{D client bank 5.00, C issuer settlement 5.00}');
SELECT * FROM post('CARD_REFUND_RETURN', 'refund-1', '{D issuer settlement 5.00, C payable 5.00}');
SELECT * FROM balances;

-- Two people return the amount of the USDT top-up in USDT, one to one.
SELECT * FROM post('CLOSURE_PAID', 'payout-1', '{
  D payable 107.80,
  C usd position 107.80,
  D usdt position 107.80,
  C usdt deposits 107.80}');

-- The rest goes to a bank account. The bank returns it, it is pending again, and is paid to another account.
SELECT * FROM post('CLOSURE_PAID', 'payout-2', '{D payable 65.00, C client bank 65.00}');
SELECT * FROM post('CLOSURE_RETURNED', 'payout-2', '{C payable 65.00, D client bank 65.00}');
SELECT * FROM post('CLOSURE_PAID', 'payout-3', '{D payable 65.00, C client bank 65.00}');
SELECT * FROM balances;
