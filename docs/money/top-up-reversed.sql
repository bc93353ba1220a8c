-- 5,000 yuan arrived by WeChat; 99 dollars of it paid for a plan, and 60 were loaded onto a card.
SELECT * FROM post('TOPUP_ONLINE', 'WECHAT:pay-1', '{
  D wechat 5000.00, C wechat fees 50.00, C yuan position 4950.00,
  D usd position 687.50, C wallet 679.94, C currency spread 7.56}');
SELECT * FROM post('PLAN_BUY', 'order-1', '{D wallet 99.00, C plan paid in advance 99.00}');
SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 60.00, C card 60.00}');

-- The payer's bank reverses the payment. Every line is reversed with its own figure; what the wallet no longer has
-- is owed.
SELECT * FROM post('TOPUP_REVERSED', 'WECHAT:pay-1', '{
  C wechat 5000.00,
  D wechat fees 50.00,
  D yuan position 4950.00,
  C usd position 687.50,
  D wallet 520.94,
  D receivable 159.00,
  D currency spread 7.56}');
-- The available balance of the card pays next; for the rest the account is restricted until it is covered.
SELECT * FROM post('DEBT_FROM_CARD', 'cover-1', '{D card 60.00, C receivable 60.00}');
SELECT * FROM balances;

-- A payment of a wrong amount was never credited: it is in unmatched payments, and leaves them in the same way.
SELECT * FROM post('SUSPENSE_RECEIVED', 'WECHAT:pay-2', '{D wechat 499.99, C unmatched wechat 499.99}');
SELECT * FROM post('SUSPENSE_RETURNED', 'WECHAT:pay-2', '{D unmatched wechat 499.99, C wechat 499.99}');
