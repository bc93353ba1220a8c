-- A card with $10.00 and a wallet with $1.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 11.00, C wallet 11.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 10.00, C card 10.00}');

-- A merchant posts 12.50 without an authorization. The issuer has paid it, so it is booked: the card owes 2.50.
SELECT * FROM post('FORCED_POST', 'toll-road', '{D card 12.50, C issuer settlement 12.50}');

SELECT * FROM balances;

-- The wallet's balance covers it immediately. The account is restricted until the rest is paid.
SELECT * FROM post('CARD_NEGATIVE_COVER', 'cover-1', '{D wallet 1.00, C card 1.00}');

-- The next top-up first covers the card, then the restriction is lifted.
SELECT * FROM post('TOPUP_WIRE', 'wire-2', '{D client bank 20.00, C wallet 20.00}');

SELECT * FROM post('CARD_NEGATIVE_COVER', 'cover-2', '{D wallet 1.50, C card 1.50}');

SELECT * FROM balances;

-- A wallet never goes below zero, even by a forced kind.
SELECT * FROM post('FORCED_POST', 'toll-road-2', '{D wallet 100.00, C issuer settlement 100.00}');
