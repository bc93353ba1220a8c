-- Ana has $500.00 in the wallet and $1.20 on a card.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 500.00, C wallet 500.00}');
SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 1.20, C card 1.20}');

-- The monthly fee of December is due, from the card.
SELECT * FROM post('CARD_MONTH_FEE', 'card 2026-12', '{D card 1.00, C monthly card fees 1.00}');

-- In January the card is short: the wallet pays.
SELECT * FROM post('CARD_MONTH_FEE', 'card 2027-01', '{D wallet 1.00, C monthly card fees 1.00}');

-- A decline after the free ones.
SELECT * FROM post('DECLINE_FEE', 'decline-6', '{D wallet 0.50, C decline fees 0.50}');

-- The month ends at a decline rate below 5 %.
SELECT * FROM post('DECLINE_FEE_RETURNED', '2027-01', '{D decline fees 0.50, C wallet 0.50}');

SELECT * FROM balances;
