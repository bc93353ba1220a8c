-- Ana has $60.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 60.00, C wallet 60.00}');

-- She opens a card and loads $50.00: opening fee 3.00, load fee 2.5 % = 1.25, together 54.25. The money is held before
-- the issuer is called, so that no card is issued without payment.
SELECT hold('wallet', 'open-1', 54.25);

SELECT * FROM balances;

-- The issuer issued the card: the hold becomes the transfer. It is one line in her statement, with three parts.
SELECT * FROM post('CARD_OPEN', 'open-1', '{
  D wallet 54.25,
  C card 50.00,
  C opening fees 3.00,
  C load fees 1.25}',
  uses => 'open-1', taking => 54.25);

SELECT * FROM balances;

-- She orders another card. 5.75 is left, and the wallet cannot go below zero, not even with SQL that
-- bypasses the code.
SELECT hold('wallet', 'open-2', 54.25);

-- If the issuer had refused the second card, the hold would simply be released.
SELECT hold('wallet', 'open-3', 5.75);

SELECT release('open-3', 5.75);

SELECT * FROM balances;
