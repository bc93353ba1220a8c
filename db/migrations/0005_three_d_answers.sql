-- Challenges without a code: the cardholder confirms or rejects the payment here, and we tell the issuer.
ALTER TABLE three_d_code ALTER COLUMN code_sealed DROP NOT NULL;
ALTER TABLE three_d_code ADD COLUMN answer text COLLATE "C" CHECK (answer IN ('APPROVE', 'DECLINE'));
ALTER TABLE three_d_code ADD CONSTRAINT three_d_code_answered CHECK (answer IS NULL OR code_sealed IS NULL) NOT VALID;
ALTER TABLE three_d_code VALIDATE CONSTRAINT three_d_code_answered;
