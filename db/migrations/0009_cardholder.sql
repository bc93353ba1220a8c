-- Who the cards of real issuers are issued to, as staff entered it after the verification: names as on the document, and a billing address for each country.
-- Sealed. Another verification needs it entered again.
ALTER TABLE identity_order ADD COLUMN cardholders_enc bytea;
