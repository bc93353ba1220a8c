-- A card with $17.50 and no holds.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 17.50, C wallet 17.50}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 17.50, C card 17.50}');

-- An earlier purchase of 10.00 was settled long ago and is not shown. Deleting the card returns the whole balance.
SELECT * FROM post('CARD_CLOSE_RETURN', 'close-1', '{D card 17.50, C wallet 17.50}');

-- A refund of 10.00 arrives for the deleted card. It goes to the wallet; the issuer owes it to us until it settles.
SELECT * FROM post('CARD_REFUND_RETURN', 'refund-1', '{D issuer settlement 10.00, C wallet 10.00}');

SELECT * FROM balances;
