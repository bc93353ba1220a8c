-- Ana's card has paid $40.00 to a shop. She disputes $20.00 of it; the fee of $15.00 comes from her wallet.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 115.00, C wallet 115.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 100.00, C card 100.00}');

SELECT * FROM post('FORCED_POST', 'purchase-1', '{D card 40.00, C issuer settlement 40.00}');

SELECT * FROM post('DISPUTE_FEE', 'dispute-1', '{D wallet 15.00, C dispute fees 15.00}');

-- The issuer accepts it. Where the desk has switched provisional credit on, the card has the money meanwhile, and the issuer owes it to us.
SELECT * FROM post('DISPUTE_CREDIT', 'dispute-1', '{D dispute receivable 20.00, C card 20.00}');

SELECT * FROM balances;

-- Won: the issuer returns what it owes, and the fee is given back. Nothing more comes to the card.
SELECT * FROM post('DISPUTE_WON', 'chargeback-1', '{D issuer settlement 20.00, C dispute receivable 20.00}');

SELECT * FROM post('DISPUTE_FEE', 'dispute-1-back', '{D dispute fees 15.00, C wallet 15.00}');

SELECT * FROM balances;

-- Another one of $10.00, without provisional credit: the card gets the money when it is won.
SELECT * FROM post('DISPUTE_WON', 'chargeback-2', '{D issuer settlement 10.00, C card 10.00}');

-- A third one with provisional credit, which is lost: the credit is taken back from the card, even if it was spent. The fee is ours.
SELECT * FROM post('DISPUTE_FEE', 'dispute-3', '{D wallet 15.00, C dispute fees 15.00}');

SELECT * FROM post('DISPUTE_CREDIT', 'dispute-3', '{D dispute receivable 10.00, C card 10.00}');

SELECT * FROM post('DISPUTE_LOST', 'dispute-3', '{D card 10.00, C dispute receivable 10.00}');

SELECT * FROM balances;
