-- Ana has $60.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 60.00, C wallet 60.00}');

-- She opens a card and loads $50.00: open fee 3.00, service fee 2.5 % = 1.25, together 54.25. The money is held before
-- the issuer is asked, so that it never makes a card that nobody can pay for.
SELECT hold('wallet', 'open-1', 54.25);

SELECT * FROM balances;

-- The issuer made the card: the hold becomes the transfer. One line in her statement, three parts behind it.
SELECT * FROM post('CARD_OPEN', 'open-1', '{
  D wallet 54.25,
  C card 50.00,
  C open fees 3.00,
  C service fees 1.25}',
  uses => 'open-1', taking => 54.25);

SELECT * FROM balances;

-- She asks for another one. There are 5.75 left, and the wallet does not go below zero: not even for somebody who
-- writes past the code.
SELECT hold('wallet', 'open-2', 54.25);

-- Had the issuer refused the second card, the hold would simply be let go.
SELECT hold('wallet', 'open-3', 5.75);

SELECT release('open-3', 5.75);

SELECT * FROM balances;
