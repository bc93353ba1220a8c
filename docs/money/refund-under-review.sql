-- A card with $10.00 is refunded $4,500.00 by a shop without any earlier purchase.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 10.00, C wallet 10.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 10.00, C card 10.00}');

-- The network has paid the money, so it is booked. It is held in the same transaction: it can be neither spent nor withdrawn.
SELECT * FROM post('CARD_REFUND', 'refund-1', '{D issuer settlement 4500.00, C card 4500.00}');

SELECT hold('card', 'refund-1-review', 4500.00);

SELECT * FROM balances;

-- If two people release it, the hold ends and the customer has the money. If they return it to the merchant, the hold becomes the
-- transfer that debits it:
SELECT * FROM post('REFUND_REVERSED', 'refund-1-returned', '{D card 4500.00, C issuer settlement 4500.00}', uses => 'refund-1-review', taking => 4500.00);

SELECT * FROM balances;
