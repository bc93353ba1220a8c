-- A card with $180.00.
SELECT * FROM post('TOPUP_WIRE', 'wire-1', '{D client bank 180.00, C wallet 180.00}');

SELECT * FROM post('CARD_LOAD', 'load-1', '{D wallet 180.00, C card 180.00}');

-- A restaurant requests 30.00 and is approved. Nothing is paid yet: the amount is only held.
SELECT hold('card', 'dinner', 30.00);

SELECT * FROM balances;

-- It clears for 32.50, with the tip. The hold becomes the payment; the 2.50 above it is forced: the issuer has
-- already paid it, so it is booked whether or not the card has enough.
SELECT * FROM post('CLEARING_OVER', 'dinner-clearing', '{D card 32.50, C issuer settlement 32.50}', uses => 'dinner', taking => 30.00);

-- A shop authorizes 100.00 and ships in two parcels. After the first, 60.00 stay held.
SELECT hold('card', 'parcels', 100.00);

SELECT * FROM post('CLEARING', 'parcel-1', '{D card 40.00, C issuer settlement 40.00}', uses => 'parcels', taking => 40.00, keeping => true);

SELECT * FROM balances;

-- The second is final: 35.00 is captured and the other 25.00 is released.
SELECT * FROM post('CLEARING', 'parcel-2', '{D card 35.00, C issuer settlement 35.00}', uses => 'parcels', taking => 35.00);

SELECT * FROM balances;

-- 20.00 EUR at 1.08, with a cross-border fee of 1.5 %, at least 0.30: 21.60 + 0.32 are held. It clears at 1.085:
-- 21.70 + 0.33, which is 0.11 more.
SELECT hold('card', 'paris', 21.92);

SELECT * FROM post('CLEARING_OVER', 'paris-clearing', '{
  D card 22.03,
  C issuer settlement 21.70,
  C cross-border fees 0.33}',
  uses => 'paris', taking => 21.92);

-- 21.60 of another currency in three parts: the fee is on the total, so the first part pays the minimum and the last the rest.
SELECT hold('card', 'parts', 21.92);

SELECT * FROM post('CLEARING', 'part-1', '{
  D card 7.50,
  C issuer settlement 7.20,
  C cross-border fees 0.30}',
  uses => 'parts', taking => 7.50, keeping => true);

SELECT * FROM post('CLEARING', 'part-2', '{D card 7.20, C issuer settlement 7.20}', uses => 'parts', taking => 7.20, keeping => true);

SELECT * FROM post('CLEARING', 'part-3', '{
  D card 7.22,
  C issuer settlement 7.20,
  C cross-border fees 0.02}',
  uses => 'parts', taking => 7.22);

SELECT * FROM balances;

-- A hotel authorizes 20.00, and the guest never arrives. The hold is released: reversed by the hotel, or expired.
SELECT hold('card', 'hotel', 20.00);

SELECT release('hotel', 20.00);

SELECT * FROM balances;

-- The holds at the end.
SELECT biz_id AS hold, shown(amount, 'USD') AS amount, shown(posted, 'USD') AS posted, shown(remaining, 'USD') AS remaining, state
  FROM ledger_hold
 ORDER BY created_at, hold_id;
