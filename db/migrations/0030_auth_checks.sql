-- What the cardholder had typed, compared with the card: security code, expiry date, postal code and street, a digit each to the base of 3 (server/trades/checks.ts). Null: authorizations of before, and of servers of before.
ALTER TABLE auth ADD COLUMN checks smallint;
