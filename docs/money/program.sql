-- A customer has wired 500.00, opened a card for 5.00 and loaded it with 200.00. The issuer charges us 0.15 for making the card.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 500.00, C wallet 500.00}');

SELECT * FROM post('CARD_OPEN', 'order-1', '{D wallet 205.00, C card 200.00, C opening fees 5.00}');

SELECT * FROM post('CARD_COST', 'order-1', '{D cost of issuing 0.15, C issuer fees 0.15}');

-- Before cards spend it, dollars are sent to the issuer: two people record the wire.
SELECT * FROM post('PROGRAM_FUNDED', 'bank:FPB1', '{D issuer prefund 300.00, C client bank 300.00}');

-- On the first day the card buys for 80.00, and a merchant returns 30.00.
SELECT * FROM post('FORCED_POST', 'purchase-1', '{D card 80.00, C issuer settlement 80.00}');

SELECT * FROM post('CARD_REFUND', 'refund-1', '{D issuer settlement 30.00, C card 30.00}');

SELECT * FROM balances;

-- The next morning the issuer's file says the same: the net of the day and the fee leave the prefund.
SELECT * FROM post('ISSUER_SETTLED', 'sim 2026-03-01', '{D issuer settlement 50.00, D issuer fees 0.15, C issuer prefund 50.15}');

-- The second day has nothing but a refund of 10.00: the issuer pays.
SELECT * FROM post('CARD_REFUND', 'refund-2', '{D issuer settlement 10.00, C card 10.00}');

SELECT * FROM post('ISSUER_SETTLED', 'sim 2026-03-02', '{C issuer settlement 10.00, D issuer prefund 10.00}');

SELECT * FROM balances;

-- The issuer's invoice of the month is 1.60: 0.15 for the card, as recorded when it was made, 0.45 for authorizations, and 1.00 a month.
SELECT * FROM post('ISSUER_INVOICED', 'sim 2026-03', '{D cost of issuing 1.45, C issuer fees 1.45}');

-- The day on which it was booked is settled like any other, with nothing spent.
SELECT * FROM post('ISSUER_SETTLED', 'sim 2026-04-05', '{D issuer fees 1.45, C issuer prefund 1.45}');

-- In April a card is made for 0.15, which that day's settlement takes, and the issuer invoices 0.10.
SELECT * FROM post('CARD_COST', 'order-2', '{D cost of issuing 0.15, C issuer fees 0.15}');

SELECT * FROM post('ISSUER_SETTLED', 'sim 2026-04-09', '{D issuer fees 0.15, C issuer prefund 0.15}');

SELECT * FROM post('ISSUER_INVOICED', 'sim 2026-04', '{D issuer fees 0.05, C cost of issuing 0.05}');

SELECT * FROM post('ISSUER_SETTLED', 'sim 2026-05-04', '{C issuer fees 0.05, D issuer prefund 0.05}');

SELECT * FROM balances;
