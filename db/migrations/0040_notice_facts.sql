-- What a notice tells of: the card, the amount, the merchant, who and why, as far as it is known. The console bundles notices by it. Notices of before have none and show their text.
ALTER TABLE notice ADD COLUMN facts jsonb;
-- What an answer to a request changed, so that it can be undone: the amount that was added to a budget, and whether the permission is new.
ALTER TABLE sub_ask ADD COLUMN given_cents bigint, ADD COLUMN gave_key boolean NOT NULL DEFAULT false;
