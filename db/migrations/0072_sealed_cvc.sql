-- A security code has a thousand values: whoever had the key of the hashes and a card's number tried them all. The value that a
-- payment is compared with is sealed too (AES-256-GCM, bound to its card), with the other key. server/cvcSeal.ts seals
-- those that are there already in the same transaction and drops the column of the plain hashes.
ALTER TABLE card_number ADD COLUMN cvc_enc bytea;
