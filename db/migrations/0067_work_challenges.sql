-- A challenge of work is signed and not stored; a row says that it was answered, so that it is good once.
ALTER TABLE captcha DROP CONSTRAINT captcha_kind_check;
ALTER TABLE captcha ADD CONSTRAINT captcha_kind_check CHECK (kind IN ('slide', 'text', 'work'));
