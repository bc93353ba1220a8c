-- What a browser keeps in place of a password is worth something only together with a key that cannot leave it.
ALTER TABLE remember_token
  -- P-256, SubjectPublicKeyInfo.
  ADD COLUMN public_key bytea CHECK (octet_length(public_key) = 91);

-- Those from before were bound to what the browser calls itself, which is no secret. Their owners type the password once.
UPDATE remember_token SET revoked_at = now() WHERE revoked_at IS NULL;
