-- A card with $10.00 is refunded $4,500.00 by a shop where it never bought anything.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 10.00, C wallet 10.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 10.00, C card 10.00}');

-- The network has given the money, so it is booked. In the same transaction it is held: it can be neither spent nor withdrawn.
SELECT * FROM post('CARD_REFUND', 'refund-1', '{D issuer settlement 4500.00, C card 4500.00}');

SELECT hold('card', 'refund-1-review', 4500.00);

SELECT * FROM balances;

-- Released by two people, the hold goes and the customer has it. Returned to the merchant instead, the hold becomes the
-- transfer that takes it back:
SELECT * FROM post('REFUND_REVERSED', 'refund-1-returned', '{D card 4500.00, C issuer settlement 4500.00}', uses => 'refund-1-review', taking => 4500.00);

SELECT * FROM balances;
