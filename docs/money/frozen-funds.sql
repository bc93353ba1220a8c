-- A wallet with 100 dollars, of which 40 were loaded to a card. A purchase of 12 is held on the card. We have 50 of our own at the bank.
SELECT * FROM post('TOPUP_WIRE', 'line-1', '{D client bank 150.00, C wallet 100.00, C top-up fees 50.00}');
SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 40.00, C card 40.00}');
SELECT hold('card', 'auth-1', 12.00);

-- Two people freeze the funds: what is free, in one transfer. The held amount stays on the card.
SELECT * FROM post('FREEZE_FUNDS', 'freeze-1', '{
  D wallet 60.00,
  D card 28.00,
  C frozen funds 88.00}');
SELECT * FROM balances;

-- The merchant collects 9 of the 12. What that frees follows.
SELECT * FROM post('CLEARING', 'clearing-1', '{D card 9.00, C issuer settlement 9.00}', uses => 'auth-1', taking => 9.00);
SELECT * FROM post('FREEZE_FUNDS', 'freeze-1-2', '{D card 3.00, C frozen funds 3.00}');

-- The bank takes back 20 dollars of the top-up. The wallet is empty, so the account owes them.
SELECT * FROM post('TOPUP_REVERSED', 'line-1', '{D receivable 20.00, C client bank 20.00}');

-- A release would give the card 31.00 and the wallet 60.00. Instead, 180 days after the last settlement, three people forfeit it: first the debt is paid …
SELECT * FROM post('UNFREEZE_FUNDS', 'forfeit-1', '{D frozen funds 20.00, C wallet 20.00}');
SELECT * FROM post('CARD_NEGATIVE_COVER', 'cover-1', '{D wallet 20.00, C receivable 20.00}');

-- … and the rest is ours.
SELECT * FROM post('FUNDS_FORFEITED', 'forfeit-1', '{D frozen funds 71.00, C forfeited money 71.00}');
SELECT * FROM balances;

-- Later a merchant takes 5 dollars from the card, which has nothing. Two people write off 4 of them: from the card to the account, and from the account to our loss.
SELECT * FROM post('FORCED_POST', 'clearing-2', '{D card 5.00, C issuer settlement 5.00}');
SELECT * FROM post('CARD_NEGATIVE_COVER', 'cover-2', '{D receivable 4.00, C card 4.00}');
SELECT * FROM post('WRITTEN_OFF', 'write-off-1', '{D bad debt 4.00, C receivable 4.00}');
SELECT * FROM balances;
