-- The issuer's settlement file is read as the providers' lists are: a run a day.
ALTER TABLE recon_run DROP CONSTRAINT recon_run_provider_check;
ALTER TABLE recon_run ADD CONSTRAINT recon_run_provider_check CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY', 'ISSUER'));

-- What was settled on one day, of all accounts: rows stand nearly in the order of time, so a few pages of an index are enough.
CREATE INDEX trade_by_day ON trade USING brin (occurred_at);
