-- Cards: segments and their prices, cards, orders, log; and the quotes that every priced call leaves.

-- A price that was shown. Used at most once: `used_at` is set in the transaction that charges it.
CREATE TABLE quote (
  quote_id    text        COLLATE "C" PRIMARY KEY,
  account_id  text        COLLATE "C" NOT NULL,
  scene       text        NOT NULL,
  -- What was priced: the action must ask for the same.
  input_hash  bytea       NOT NULL,
  lines       jsonb       NOT NULL,
  total       bigint      NOT NULL CHECK (total >= 0),
  currency    text        NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX quote_expires_at ON quote (expires_at);

-- A card segment: what the issuer calls a programme, and the limits under which we sell it.
CREATE TABLE card_range (
  vid               text     COLLATE "C" PRIMARY KEY,
  issuer_id         text     NOT NULL,
  program_ref       text     NOT NULL,
  bin               text     NOT NULL CHECK (bin ~ '^\d{6,8}$'),
  network           text     NOT NULL CHECK (network IN ('VISA', 'MASTERCARD')),
  country           text     NOT NULL,
  currency          text     NOT NULL,
  billing_country   text     NOT NULL,
  -- VERIFIED: only the account's own verified people may be holders; FREE: the form may make one up.
  holder_mode       text     NOT NULL CHECK (holder_mode IN ('FREE', 'VERIFIED')),
  three_ds          boolean  NOT NULL,
  -- Is a ZIP code that the merchant gives compared with the billing address?
  avs               text     NOT NULL CHECK (avs IN ('OFF', 'IF_GIVEN')),
  edit_address      boolean  NOT NULL,
  min_open_cents    bigint   NOT NULL,
  max_open_cents    bigint   NOT NULL,
  min_load_cents    bigint   NOT NULL,
  per_load_max_cents bigint  NOT NULL,
  max_balance_cents bigint   NOT NULL,
  stock             integer,
  issuer_cost_cents bigint   NOT NULL DEFAULT 0,
  status            text     NOT NULL CHECK (status IN ('ON', 'OFF', 'SOLD_OUT')),
  tags              text[]   NOT NULL,
  scene_cn          text[]   NOT NULL,
  scene_en          text[]   NOT NULL,
  desc_cn           text     NOT NULL,
  desc_en           text     NOT NULL,
  sort              smallint NOT NULL,
  version           integer  NOT NULL DEFAULT 1,
  UNIQUE (issuer_id, program_ref)
);

-- What a segment costs: its list price (no account), and exceptions made for one account. Between the two stands what
-- the account's plan says. The nearer wins, figure by figure: NULL says nothing.
CREATE TABLE range_price (
  vid                   text        COLLATE "C" NOT NULL REFERENCES card_range,
  account_id            text        COLLATE "C",
  open_fee_cents        bigint,
  load_fee_bps          integer,
  load_fee_min_cents    bigint,
  cross_border_bps      integer,
  cross_border_min_cents bigint,
  decline_fee_cents     bigint,
  free_declines         integer,
  month_fee_cents       bigint,
  unload_fee_cents      bigint,
  effective_from        timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (vid, account_id, effective_from)
);

CREATE TABLE card (
  account_id        text     COLLATE "C" NOT NULL,
  card_id           text     COLLATE "C" NOT NULL,
  card_seq_no       text     COLLATE "C" NOT NULL,
  vid               text     COLLATE "C" NOT NULL REFERENCES card_range,
  bin               text     NOT NULL,
  network           text     NOT NULL,
  last4             text,
  exp_month         smallint,
  exp_year          smallint,
  -- The end of the month of expiry.
  expires_at        timestamptz,
  first_name        text     NOT NULL,
  last_name         text     NOT NULL,
  street            text     NOT NULL,
  city              text     NOT NULL,
  state             text     NOT NULL,
  zip_code          text     NOT NULL,
  country           text     NOT NULL,
  status            text     NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'CLOSING', 'CLOSED', 'EXPIRED', 'FAILED')),
  -- 1 USER, 2 RISK, 4 STAFF, 8 ISSUER, 16 ACCOUNT, 32 SUB (contract/cardStates.ts).
  blocks            integer  NOT NULL DEFAULT 0 CHECK (blocks BETWEEN 0 AND 63),
  -- What people see, so that a list can be filtered and counted by it.
  shown_status      text     GENERATED ALWAYS AS (
                      CASE WHEN status <> 'ACTIVE' THEN status
                           WHEN blocks & 2 <> 0 THEN 'RISK_FROZEN'
                           WHEN blocks <> 0 THEN 'FROZEN'
                           ELSE 'ACTIVE' END) STORED NOT NULL,
  issuer_id         text     NOT NULL,
  issuer_ref        text,
  -- The sub-account whose card it is; NULL for the parent's own.
  owner_sub_uid     text     COLLATE "C",
  gid               text     COLLATE "C",
  remark            text     NOT NULL DEFAULT '',
  open_order_no     text     COLLATE "C" NOT NULL,
  -- The card's account in the ledger (ledger_account.la_id).
  la_id             bigint   NOT NULL UNIQUE,
  -- Loaded and spent over its life: projections of the card's entries, rebuilt and compared by the proof.
  deposit_cents     bigint   NOT NULL DEFAULT 0,
  consume_cents     bigint   NOT NULL DEFAULT 0,
  opened_at         timestamptz,
  closed_at         timestamptz,
  -- Counts every change, so that the issuer is told the latest state and nothing older.
  version           integer  NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (account_id, card_id),
  CONSTRAINT card_seq_no_taken UNIQUE (account_id, card_seq_no),
  CONSTRAINT card_made CHECK (status IN ('PENDING', 'FAILED') OR (issuer_ref IS NOT NULL AND last4 IS NOT NULL AND expires_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX card_issuer_ref ON card (issuer_id, issuer_ref) WHERE issuer_ref IS NOT NULL;
CREATE INDEX card_newest ON card (account_id, created_at DESC, card_id DESC);
CREATE INDEX card_newest_of_sub ON card (account_id, owner_sub_uid, created_at DESC, card_id DESC);
CREATE INDEX card_by_status ON card (account_id, shown_status, created_at DESC);
CREATE INDEX card_by_last4 ON card (account_id, last4);
CREATE INDEX card_by_gid ON card (account_id, gid) WHERE gid IS NOT NULL;
CREATE INDEX card_by_vid ON card (account_id, vid);
CREATE INDEX card_to_expire ON card (status, expires_at) WHERE status IN ('ACTIVE', 'EXPIRED');

-- What cards have, for lists and sums: the ledger's figures under the names that cards use.
CREATE VIEW card_balance AS
  SELECT la_id, posted AS balance_cents, held AS pending_cents, posted - held AS available_cents
    FROM ledger_account
   WHERE code = '2020';

-- How a charge finds its card. Number and security code are never stored: these are keyed hashes, and the key is not in
-- the database. One narrow row, read in every decision.
CREATE TABLE card_number (
  pan_hmac   bytea PRIMARY KEY,
  cvc_hmac   bytea NOT NULL,
  account_id text  COLLATE "C" NOT NULL,
  card_id    text  COLLATE "C" NOT NULL,
  UNIQUE (account_id, card_id),
  FOREIGN KEY (account_id, card_id) REFERENCES card
);

CREATE TABLE card_order (
  account_id    text     COLLATE "C" NOT NULL,
  order_no      text     COLLATE "C" NOT NULL,
  kind          text     NOT NULL CHECK (kind IN ('OPEN', 'LOAD', 'UNLOAD', 'CLOSE')),
  card_id       text     COLLATE "C" NOT NULL,
  login_id      text     COLLATE "C" NOT NULL,
  sub_uid       text     COLLATE "C",
  quote_id      text     COLLATE "C",
  amount_cents  bigint   NOT NULL CHECK (amount_cents >= 0),
  open_fee_cents bigint  NOT NULL DEFAULT 0 CHECK (open_fee_cents >= 0),
  fee_cents     bigint   NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  coupon_off_cents bigint NOT NULL DEFAULT 0 CHECK (coupon_off_cents >= 0),
  total_cents   bigint   NOT NULL CHECK (total_cents >= 0),
  -- HELD: the money is set aside, the issuer not yet asked. SENT: asked, no answer yet. UNKNOWN: asked, and the answer was lost.
  status        text     NOT NULL CHECK (status IN ('HELD', 'SENT', 'UNKNOWN', 'SUCCESS', 'FAILED')),
  hold_id       text     COLLATE "C",
  transfer_id   text     COLLATE "C",
  tries         integer  NOT NULL DEFAULT 0,
  error         text,
  -- When to ask the issuer next; NULL when nothing is open.
  ask_at        timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_no),
  FOREIGN KEY (account_id, card_id) REFERENCES card DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT order_held CHECK (kind <> 'OPEN' OR hold_id IS NOT NULL)
);
CREATE UNIQUE INDEX card_order_no ON card_order (order_no); -- the issuer names it without its account
CREATE INDEX card_order_by_card ON card_order (account_id, card_id, created_at DESC);
CREATE INDEX card_order_to_ask ON card_order (ask_at) WHERE ask_at IS NOT NULL;

CREATE TABLE card_log (
  account_id  text        COLLATE "C" NOT NULL,
  id          text        COLLATE "C" NOT NULL,
  card_id     text        COLLATE "C" NOT NULL,
  type        text        NOT NULL,
  -- NULL: the system.
  login_id    text        COLLATE "C",
  sub_uid     text        COLLATE "C",
  before      text,
  after       text,
  amount_cents bigint,
  remark      text        NOT NULL DEFAULT '',
  result      text        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX card_log_by_card ON card_log (account_id, card_id, created_at DESC, id DESC);

-- Card numbers shown, by login and hour: the counter that limits them, for all processes.
CREATE TABLE card_reveal_count (
  login_id text        COLLATE "C" NOT NULL,
  hour     timestamptz NOT NULL,
  shown    integer     NOT NULL,
  PRIMARY KEY (login_id, hour)
);

INSERT INTO card_range (vid, issuer_id, program_ref, bin, network, country, currency, billing_country, holder_mode, three_ds, avs, edit_address,
                        min_open_cents, max_open_cents, min_load_cents, per_load_max_cents, max_balance_cents, stock, issuer_cost_cents,
                        status, tags, scene_cn, scene_en, desc_cn, desc_en, sort)
SELECT vid, 'simulated', program_ref, bin, network, country, 'USD', country, 'FREE', three_ds, avs, true,
       200, 100000, 100, 100000, 1000000, NULL, issuer_cost_cents,
       'ON', tags, scene_cn, scene_en, desc_cn, desc_en, sort
  FROM (VALUES
    ('VISA-US-1', 'prg_visa_us_1', '40000012', 'VISA', 'US', true, 'IF_GIVEN', 0, '{3DS,HOT}'::text[], '{广告投放,独立站收单,软件订阅}'::text[],
     '{Advertising,Shops,Software}'::text[], '<p>美国 VISA 卡，支持 3D 验证，适合广告投放与软件订阅。</p>',
     '<p>US Visa with 3-D Secure, made for advertising and software.</p>', 1),
    ('VISA-US-2', 'prg_visa_us_2', '42424200', 'VISA', 'US', false, 'IF_GIVEN', 0, '{}', '{广告投放,电商采购}',
     '{Advertising,Purchasing}', '<p>美国 VISA 卡，无 3D 验证，扣款更顺畅。</p>',
     '<p>US Visa without 3-D Secure: fewer interruptions.</p>', 2),
    ('MASTERCARD-US-1', 'prg_mastercard_us_1', '52008282', 'MASTERCARD', 'US', true, 'IF_GIVEN', 0, '{3DS}', '{电商采购,差旅}',
     '{Purchasing,Travel}', '<p>美国 MASTERCARD 卡，支持 3D 验证。</p>', '<p>US Mastercard with 3-D Secure.</p>', 3),
    ('MASTERCARD-US-2', 'prg_mastercard_us_2', '22230000', 'MASTERCARD', 'US', false, 'IF_GIVEN', 0, '{}', '{广告投放,云服务}',
     '{Advertising,Cloud}', '<p>美国 MASTERCARD 卡，适合云服务扣款。</p>', '<p>US Mastercard, good for cloud services.</p>', 4),
    ('MASTERCARD-GB-1', 'prg_mastercard_gb_1', '55555500', 'MASTERCARD', 'GB', true, 'IF_GIVEN', 15, '{3DS}', '{欧洲电商,差旅}',
     '{European shops,Travel}', '<p>英国 MASTERCARD 卡，欧洲商户通过率更高。</p>', '<p>UK Mastercard: better accepted by European merchants.</p>', 5),
    ('VISA-HK-1', 'prg_visa_hk_1', '41111100', 'VISA', 'HK', true, 'OFF', 15, '{3DS}', '{亚洲电商,广告投放}',
     '{Asian shops,Advertising}', '<p>香港 VISA 卡，适合亚洲商户，不校验邮编。</p>', '<p>Hong Kong Visa for Asian merchants; the zip code is not checked.</p>', 6)
  ) AS made (vid, program_ref, bin, network, country, three_ds, avs, issuer_cost_cents, tags, scene_cn, scene_en, desc_cn, desc_en, sort);

-- List prices. What a plan pays is written in the plan.
INSERT INTO range_price (vid, open_fee_cents, load_fee_bps, load_fee_min_cents, cross_border_bps, cross_border_min_cents,
                         decline_fee_cents, free_declines, month_fee_cents, unload_fee_cents, effective_from)
SELECT vid, 500, 300, 0, 150, 30, 0, 5, 0, 0, '2020-01-01' FROM card_range;
