-- A card with $50.00: 30.00 is authorized at a merchant, 20.00 is available.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 50.00, C wallet 50.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 50.00, C card 50.00}');

SELECT hold('card', 'auth-1', 30.00);

SELECT * FROM balances;

-- Only the available balance can be withdrawn. Here with a withdrawal fee of 0.50, which most plans do not have.
SELECT * FROM post('CARD_UNLOAD', 'unload-1', '{D card 20.00, C wallet 19.50, C withdrawal fees 0.50}');

SELECT * FROM balances;
