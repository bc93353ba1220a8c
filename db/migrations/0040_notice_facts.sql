-- What a notice tells of: the card, the amount, the merchant, who and why, as far as it is known. The console bundles notices by it. Notices of before have none and show their text.
ALTER TABLE notice ADD COLUMN facts jsonb;
