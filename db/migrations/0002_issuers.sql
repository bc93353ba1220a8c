-- Several issuers at once.

-- A card whose number its issuer keeps to itself is found by the keyed hash of the issuer's name for it, and there is no security code to compare.
ALTER TABLE card_number ALTER COLUMN cvc_enc DROP NOT NULL;

-- Whose settlement file of the day was read; empty for the rails.
ALTER TABLE recon_run ADD COLUMN issuer_id text COLLATE "C" NOT NULL DEFAULT '';
UPDATE recon_run SET issuer_id = 'simulated' WHERE provider = 'ISSUER';
ALTER TABLE recon_run ADD CONSTRAINT recon_run_issuer CHECK ((provider = 'ISSUER') = (issuer_id <> '')) NOT VALID;
ALTER TABLE recon_run VALIDATE CONSTRAINT recon_run_issuer;
DROP INDEX recon_run_one;
CREATE UNIQUE INDEX recon_run_one ON recon_run (provider, issuer_id, day) WHERE state = 'WAITING';

-- Some issuers name an increment by the authorization that it raises and a message of its own: tells it from a repetition of the first message.
ALTER TABLE auth ADD COLUMN message_hash integer;
