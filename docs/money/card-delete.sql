-- A card with $17.50 and nothing in flight.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 17.50, C wallet 17.50}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 17.50, C card 17.50}');

-- It once bought something for 10.00; that was settled long ago and is not shown here. Deleting returns all of it.
SELECT * FROM post('CARD_CLOSE_RETURN', 'close-1', '{D card 17.50, C wallet 17.50}');

-- A refund of 10.00 comes for the deleted card. It goes to the wallet; the issuer owes it to us until it settles.
SELECT * FROM post('CARD_REFUND_RETURN', 'refund-1', '{D issuer settlement 10.00, C wallet 10.00}');

SELECT * FROM balances;
