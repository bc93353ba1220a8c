-- The staff's risk desk: the rules of the decision path in versions, lists of merchants, the switch that stops every
-- decision, back-tests; and the results of proofs of the books.

-- One row. `version` counts every change of what decisions go by, so that a process sees by one number that it must read again.
CREATE TABLE risk_desk (
  one         boolean     PRIMARY KEY DEFAULT true CHECK (one),
  version     bigint      NOT NULL DEFAULT 0,
  halted      boolean     NOT NULL DEFAULT false,
  halt_reason text,
  halted_by   text,
  halted_at   timestamptz
);
INSERT INTO risk_desk DEFAULT VALUES;

-- Rules that staff may change, as whole sets: what is live is one of them, never a mixture.
CREATE TABLE rule_set (
  rules_id     text        COLLATE "C" PRIMARY KEY,
  number       integer     NOT NULL UNIQUE,
  state        text        NOT NULL CHECK (state IN ('DRAFT', 'SHADOW', 'LIVE', 'RETIRED', 'DISCARDED')),
  document     jsonb       NOT NULL,
  note         text        NOT NULL,
  made_by      text,
  made_by_name text        NOT NULL,
  -- The set that was live before it: where a roll-back leads.
  follows      text        COLLATE "C" REFERENCES rule_set,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- Since when it runs beside the live one; stays when that ends, and is forgotten when the draft changes.
  shadow_at    timestamptz,
  live_at      timestamptz,
  retired_at   timestamptz
);
CREATE UNIQUE INDEX rule_set_live ON rule_set (state) WHERE state = 'LIVE';
CREATE UNIQUE INDEX rule_set_shadow ON rule_set (state) WHERE state = 'SHADOW';
-- The house's own limits (server/trades/decide/limits.ts), unchanged.
INSERT INTO rule_set (rules_id, number, state, document, note, made_by_name, created_at, updated_at, live_at)
VALUES ('rul_00000000000000000000000001', 1, 'LIVE', '{"limits": {}, "rules": []}', 'house limits', 'Kaika', '2026-01-01', '2026-01-01', '2026-01-01');

-- What a set in shadow would have done, added to by every process every second. `rule` -1: of the set's limits.
CREATE TABLE rule_shadow (
  rules_id      text    COLLATE "C" PRIMARY KEY REFERENCES rule_set ON DELETE CASCADE,
  judged        bigint  NOT NULL,
  stopped       bigint  NOT NULL,
  stopped_cents bigint  NOT NULL,
  passed        bigint  NOT NULL
);
CREATE TABLE rule_shadow_hit (
  rules_id text     COLLATE "C" NOT NULL REFERENCES rule_set ON DELETE CASCADE,
  rule     smallint NOT NULL,
  hits     bigint   NOT NULL,
  PRIMARY KEY (rules_id, rule)
);

-- Blocked and allowed by hand, whatever set is live.
CREATE TABLE risk_list (
  entry_id   text        COLLATE "C" PRIMARY KEY,
  kind       text        NOT NULL CHECK (kind IN ('MERCHANT', 'MCC', 'COUNTRY')),
  value      text        COLLATE "C" NOT NULL,
  effect     text        NOT NULL CHECK (effect IN ('BLOCK', 'ALLOW')),
  reason     text        NOT NULL,
  made_by    text        NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  ended_by   text
);
CREATE UNIQUE INDEX risk_list_once ON risk_list (kind, value) WHERE ended_at IS NULL;

-- A set of rules over what was decided already. Walked card by card, so that what is remembered is of one card.
CREATE TABLE back_test (
  back_test_id text        COLLATE "C" PRIMARY KEY,
  rules_id     text        COLLATE "C" NOT NULL REFERENCES rule_set,
  document     jsonb       NOT NULL,
  from_at      timestamptz NOT NULL,
  to_at        timestamptz NOT NULL,
  state        text        NOT NULL CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'CANCELLED')),
  total        bigint,
  done         bigint      NOT NULL DEFAULT 0,
  -- The last authorization that was looked at, and what its card has used until then.
  at_card      text        COLLATE "C" NOT NULL DEFAULT '',
  at_auth      text        COLLATE "C" NOT NULL DEFAULT '',
  carried      jsonb,
  stopped      bigint      NOT NULL DEFAULT 0,
  stopped_cents bigint     NOT NULL DEFAULT 0,
  cards        bigint      NOT NULL DEFAULT 0,
  passed       bigint      NOT NULL DEFAULT 0,
  by_rule      jsonb       NOT NULL DEFAULT '{}',
  made_by_name text        NOT NULL,
  created_at   timestamptz NOT NULL,
  started_at   timestamptz,
  ended_at     timestamptz
);
CREATE INDEX back_test_of_rules ON back_test (rules_id, created_at DESC);
CREATE TABLE back_test_account (
  back_test_id  text   COLLATE "C" NOT NULL REFERENCES back_test ON DELETE CASCADE,
  account_id    text   COLLATE "C" NOT NULL,
  cards         bigint NOT NULL,
  stopped       bigint NOT NULL,
  stopped_cents bigint NOT NULL,
  PRIMARY KEY (back_test_id, account_id)
);

-- Who stopped an account by hand, and why; empty where the decline rate did.
ALTER TABLE decline_shutdown ADD COLUMN stopped_by text;
ALTER TABLE decline_shutdown ADD COLUMN why text;

-- Proofs of the books that somebody asked for.
CREATE TABLE book_proof (
  proof_id   text        COLLATE "C" PRIMARY KEY,
  state      text        NOT NULL CHECK (state IN ('WAITING', 'HOLDS', 'BROKEN', 'FAILED')),
  checks     integer,
  breaks     jsonb       NOT NULL DEFAULT '[]',
  asked_by   text        NOT NULL,
  created_at timestamptz NOT NULL,
  took_ms    integer,
  ended_at   timestamptz
);
CREATE INDEX book_proof_newest ON book_proof (created_at DESC);
