-- Rails: their terms, the rate between yuan and dollars, and what payment providers told us and were really paid.

-- Staff edit it (four eyes, with the staff's desk). What the server enforces above `display_max` of the texts is the largest of them.
CREATE TABLE rail_config (
  rail         text        PRIMARY KEY CHECK (rail IN ('ONLINE_WECHAT', 'ONLINE_ALIPAY', 'UNIONPAY', 'USDT_TRC20', 'USD_WIRE')),
  enabled      boolean     NOT NULL,
  pay_unit     text        NOT NULL CHECK (pay_unit IN ('CNY', 'USDT', 'USD')),
  -- Hundredths of the pay currency, before the fee.
  min_units    bigint      NOT NULL CHECK (min_units > 0),
  fee_bps      integer     NOT NULL CHECK (fee_bps BETWEEN 0 AND 2000),
  fee_fixed    bigint      NOT NULL CHECK (fee_fixed >= 0),
  quote_for_s  integer     NOT NULL CHECK (quote_for_s > 0),
  valid_for_s  integer     NOT NULL CHECK (valid_for_s > 0),
  -- Only accounts of businesses may use it (spec §9).
  business     boolean     NOT NULL,
  -- The picture of the banks' limits that staff put up.
  limit_file_id text,
  version      integer     NOT NULL DEFAULT 1,
  updated_by   text        NOT NULL,
  updated_at   timestamptz NOT NULL
);

CREATE TABLE rail_text (
  rail         text        NOT NULL REFERENCES rail_config,
  lang         text        NOT NULL CHECK (lang IN ('cn', 'en')),
  -- Above this the text sends people to customer service; NULL where no text names a figure.
  display_max  bigint      CHECK (display_max > 0),
  arrival      text        NOT NULL,
  -- One sentence a line. {min} and {max} are put in from the columns, so that a text never lags behind them.
  notes        text        NOT NULL,
  PRIMARY KEY (rail, lang)
);

-- domain.md §7.3, §7.4; spec §9.
INSERT INTO rail_config (rail, enabled, pay_unit, min_units, fee_bps, fee_fixed, quote_for_s, valid_for_s, business, updated_by, updated_at) VALUES
  ('USDT_TRC20',    true,  'USDT', 11000, 200, 0, 300, 3600,    false, 'seed', '2026-01-01'),
  ('ONLINE_WECHAT', true,  'CNY',  50000, 100, 0, 900, 900,     false, 'seed', '2026-01-01'),
  ('ONLINE_ALIPAY', true,  'CNY',  50000, 100, 0, 900, 900,     false, 'seed', '2026-01-01'),
  ('UNIONPAY',      true,  'CNY',  50000, 80,  0, 900, 900,     false, 'seed', '2026-01-01'),
  ('USD_WIRE',      false, 'USD',  10000, 0,   0, 300, 1296000, true,  'seed', '2026-01-01');

INSERT INTO rail_text (rail, lang, display_max, arrival, notes) VALUES
  ('USDT_TRC20', 'cn', NULL, '约 1–5 分钟到账，超过 30 分钟请联系客服',
   E'仅支持 TRC20 网络的 USDT，其他网络或代币无法入账\n最低充值 {min} USDT，手续费 {fee}\n收款地址 1 小时内有效，请勿重复使用'),
  ('USDT_TRC20', 'en', NULL, 'About 1 to 5 minutes; contact customer service after 30 minutes',
   E'Only USDT on the TRC20 network; other networks or tokens cannot be credited\nAt least {min} USDT; the fee is {fee}\nThe address is valid for 1 hour; do not use it again'),
  ('ONLINE_WECHAT', 'cn', 1600000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值'),
  ('ONLINE_WECHAT', 'en', 1000000, 'At once', E'At least {min} yuan\nAbove {max} yuan at a time, please go through customer service'),
  ('ONLINE_ALIPAY', 'cn', 1600000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值'),
  ('ONLINE_ALIPAY', 'en', 1000000, 'At once', E'At least {min} yuan\nAbove {max} yuan at a time, please go through customer service'),
  ('UNIONPAY', 'cn', 1000000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值\n需由银行短信验证码确认'),
  ('UNIONPAY', 'en', 300000, 'At once', E'At least {min} yuan\nAbove {max} yuan at a time, please go through customer service\nThe bank confirms it with a code by text message'),
  ('USD_WIRE', 'cn', NULL, '1–2 个工作日', E'仅限企业账户，最低 {min} 美元'),
  ('USD_WIRE', 'en', NULL, '1 to 2 working days', E'Business accounts only, at least {min} dollars');

-- What the banks allow at a time and a day, for the page of the UnionPay rail. In yuan cents.
CREATE TABLE bank_limit (
  bank_code    text        PRIMARY KEY,
  name_cn      text        NOT NULL,
  name_en      text        NOT NULL,
  per_payment  bigint      NOT NULL CHECK (per_payment > 0),
  per_day      bigint      NOT NULL CHECK (per_day >= per_payment),
  updated_at   timestamptz NOT NULL
);

INSERT INTO bank_limit (bank_code, name_cn, name_en, per_payment, per_day, updated_at) VALUES
  ('ICBC', '工商银行', 'Industrial and Commercial Bank of China', 1000000, 5000000, '2026-01-01'),
  ('ABC', '农业银行', 'Agricultural Bank of China', 1000000, 2000000, '2026-01-01'),
  ('BOC', '中国银行', 'Bank of China', 1000000, 5000000, '2026-01-01'),
  ('CCB', '建设银行', 'China Construction Bank', 1000000, 5000000, '2026-01-01'),
  ('BOCOM', '交通银行', 'Bank of Communications', 1000000, 2000000, '2026-01-01'),
  ('CMB', '招商银行', 'China Merchants Bank', 1000000, 5000000, '2026-01-01'),
  ('PSBC', '邮储银行', 'Postal Savings Bank of China', 500000, 500000, '2026-01-01');

-- Rates, one row for each time one was set; the newest rules. Millionths of the currency for one US dollar.
CREATE TABLE fx_rate (
  rate_id      text        COLLATE "C" PRIMARY KEY,
  currency     text        NOT NULL CHECK (currency IN ('CNY')),
  mid_micros   bigint      NOT NULL CHECK (mid_micros > 0),
  -- What a customer's rate is above it.
  spread_bps   integer     NOT NULL CHECK (spread_bps BETWEEN 0 AND 1000),
  source       text        NOT NULL CHECK (source IN ('FEED', 'STAFF')),
  set_by       text        NOT NULL,
  effective_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX fx_rate_newest ON fx_rate (currency, effective_at DESC, rate_id DESC);
INSERT INTO fx_rate (rate_id, currency, mid_micros, spread_bps, source, set_by, effective_at, created_at)
VALUES ('fxr_00000000000000000000000000', 'CNY', 7200000, 110, 'FEED', 'seed', '2026-01-01', '2026-01-01');

ALTER TABLE recharge_order
  -- Hundredths of the pay currency are in fee_cents where that is not dollars.
  ADD COLUMN mid           text,
  ADD COLUMN request_no    text,
  ADD COLUMN provider      text CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  -- The provider has been asked to make its side of the order, and this is what it calls it.
  ADD COLUMN provider_ref  text,
  ADD COLUMN qr_content    text,
  -- Of a bank card nothing but these is ever kept.
  ADD COLUMN card_token    text,
  ADD COLUMN card_mask     text,
  ADD COLUMN card_bank     text,
  ADD COLUMN code_tries    integer NOT NULL DEFAULT 0,
  -- When the provider is asked next; NULL: no more (the list of the day still finds what comes).
  ADD COLUMN next_query_at timestamptz;
CREATE UNIQUE INDEX recharge_order_request ON recharge_order (account_id, request_no) WHERE request_no IS NOT NULL;
CREATE UNIQUE INDEX recharge_order_no ON recharge_order (order_no);
CREATE INDEX recharge_order_query ON recharge_order (next_query_at) WHERE next_query_at IS NOT NULL;

-- What a provider told us, as it came, once. Never the ground for a credit: it only makes us ask.
CREATE TABLE provider_event (
  provider     text        NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  event_id     text        NOT NULL,
  type         text        NOT NULL,
  order_no     text        NOT NULL,
  body         jsonb       NOT NULL,
  received_at  timestamptz NOT NULL,
  -- The provider has been asked since, and what it said was acted on.
  applied_at   timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_waiting ON provider_event (received_at) WHERE applied_at IS NULL;
CREATE INDEX provider_event_order ON provider_event (order_no);

-- What a provider was really paid, from its answers to our questions. (provider, payment_ref) names a payment for good.
CREATE TABLE provider_payment (
  provider      text        NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  payment_ref   text        NOT NULL,
  rail          text        NOT NULL,
  -- As the provider says; it may name none of ours.
  order_no      text        NOT NULL,
  account_id    text,
  amount_units  bigint      NOT NULL CHECK (amount_units > 0),
  currency      text        NOT NULL,
  paid_at       timestamptz NOT NULL,
  -- NULL until decided; a decision is final.
  outcome       text        CHECK (outcome IN ('CREDITED', 'SUSPENSE')),
  outcome_reason text,
  transfer_id   text        UNIQUE,
  decided_at    timestamptz,
  -- Taken back by the payer's side after it had been paid.
  reversed_at   timestamptz,
  reversal_id   text        UNIQUE,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (provider, payment_ref),
  CHECK ((outcome IS NOT NULL) = (transfer_id IS NOT NULL)),
  CHECK (outcome IS DISTINCT FROM 'CREDITED' OR account_id IS NOT NULL)
);
CREATE INDEX provider_payment_order ON provider_payment (order_no);
CREATE INDEX provider_payment_day ON provider_payment (provider, paid_at);
CREATE INDEX provider_payment_open ON provider_payment (created_at) WHERE outcome IS NULL;

-- Where two sides told two stories. MENDED: by what was done about it at once, or by a person.
CREATE TABLE rail_break (
  break_id     text        COLLATE "C" PRIMARY KEY,
  rail         text        NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('LOST_NOTICE', 'UNKNOWN_ORDER', 'AMOUNT_DIFFERS', 'NOT_AT_PROVIDER', 'CONTRADICTION', 'RATE_MOVED')),
  ref          text        NOT NULL,
  order_no     text,
  detail       jsonb       NOT NULL,
  state        text        NOT NULL CHECK (state IN ('OPEN', 'MENDED')),
  found_at     timestamptz NOT NULL,
  mended_at    timestamptz,
  mended_by    text,
  UNIQUE (rail, kind, ref),
  CHECK ((state = 'MENDED') = (mended_at IS NOT NULL))
);
CREATE INDEX rail_break_open ON rail_break (found_at) WHERE state = 'OPEN';

-- The provider's own list of a day: when it was last read through.
CREATE TABLE provider_day (
  provider     text        NOT NULL,
  day          date        NOT NULL,
  payments     integer     NOT NULL,
  units        bigint      NOT NULL,
  read_at      timestamptz NOT NULL,
  PRIMARY KEY (provider, day)
);
