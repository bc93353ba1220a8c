-- A card with $50.00 pays 30.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 50.00, C wallet 50.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 50.00, C card 50.00}');

SELECT hold('card', 'shoes', 30.00);

SELECT * FROM post('CLEARING', 'shoes-clearing', '{D card 30.00, C issuer settlement 30.00}', uses => 'shoes', taking => 30.00);

-- The shop refunds 12.00. It is credited to the card, and we owe the issuer that much less.
SELECT * FROM post('CARD_REFUND', 'refund-1', '{D issuer settlement 12.00, C card 12.00}');

SELECT * FROM balances;

-- The shop reverses the refund. This is forced, like everything that the network has already done: a card that has
-- been emptied in between goes below zero.
SELECT * FROM post('CARD_UNLOAD', 'unload-1', '{D card 32.00, C wallet 32.00}');

SELECT * FROM post('REFUND_REVERSED', 'refund-1-reversed', '{D card 12.00, C issuer settlement 12.00}');

SELECT * FROM balances;
