-- Referrals: commission for the fees of invited accounts, payout cards, and withdrawals of commission.

CREATE TABLE commission (
  commission_id        text        COLLATE "C" PRIMARY KEY,
  -- The inviter, whose money it is; the invited account, whose fee it comes from.
  account_id           text        NOT NULL REFERENCES account,
  invitee_account_id   text        NOT NULL REFERENCES account,
  -- The fee: what it was for, and the order that it was paid with.
  biz_type             text        NOT NULL CHECK (biz_type IN ('OPEN', 'LOAD', 'PLAN')),
  biz_id               text        NOT NULL,
  base_cents           bigint      NOT NULL CHECK (base_cents > 0),
  rate_bps             integer     NOT NULL CHECK (rate_bps > 0),
  amount_cents         bigint      NOT NULL CHECK (amount_cents > 0),
  state                text        NOT NULL CHECK (state IN ('PENDING', 'AVAILABLE', 'CLAWED_BACK')),
  -- What was taken out of it while it was pending: taken back, or used for what an older one owed.
  taken_cents          bigint      NOT NULL DEFAULT 0 CHECK (taken_cents >= 0),
  -- What of it became available, and what was taken back after that.
  matured_cents        bigint      NOT NULL DEFAULT 0 CHECK (matured_cents >= 0),
  taken_later_cents    bigint      NOT NULL DEFAULT 0 CHECK (taken_later_cents >= 0),
  -- What should have been taken back when nothing was left: comes off the next commission.
  owed_cents           bigint      NOT NULL DEFAULT 0 CHECK (owed_cents >= 0),
  mature_at            timestamptz NOT NULL,
  matured_at           timestamptz,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  CONSTRAINT commission_once UNIQUE (invitee_account_id, biz_type, biz_id),
  CHECK (taken_cents <= amount_cents)
);
CREATE INDEX commission_due ON commission (mature_at) WHERE state = 'PENDING';
CREATE INDEX commission_invitee ON commission (account_id, invitee_account_id);
CREATE INDEX commission_owing ON commission (account_id, commission_id) WHERE owed_cents > 0;

-- One taking back, under the key that it happens once by.
CREATE TABLE commission_claw (
  commission_id text        NOT NULL REFERENCES commission,
  ref           text        NOT NULL,
  why           text        NOT NULL CHECK (why IN ('REFUND', 'FRAUD')),
  amount_cents  bigint      NOT NULL CHECK (amount_cents > 0),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (commission_id, ref)
);

-- Inviter and invited are the same person or sit at the same device: from then on nothing is earned.
CREATE TABLE referral_ring (
  account_id         text        NOT NULL REFERENCES account,
  invitee_account_id text        NOT NULL REFERENCES account,
  why                text        NOT NULL CHECK (why IN ('IDENTITY', 'DEVICE', 'PAYOUT_CARD', 'STAFF')),
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (account_id, invitee_account_id)
);

-- The inviter's commission line by line; each line with what it left pending and available.
CREATE TABLE rebate_flow (
  flow_id         text        COLLATE "C" PRIMARY KEY,
  account_id      text        NOT NULL REFERENCES account,
  type            text        NOT NULL CHECK (type IN ('ACCRUE', 'MATURE', 'CLAWBACK', 'WITHDRAW', 'RETURN')),
  commission_id   text        REFERENCES commission,
  withdrawal_no   text,
  amount_cents    bigint      NOT NULL CHECK (amount_cents <> 0),
  pending_after   bigint      NOT NULL CHECK (pending_after >= 0),
  available_after bigint      NOT NULL CHECK (available_after >= 0),
  transfer_id     text        NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX rebate_flow_newest ON rebate_flow (account_id, flow_id DESC);

-- A bank card that commission is paid to. Number, name and mobile are sealed; the keyed hash finds the same card again.
CREATE TABLE payout_card (
  bank_card_id text        PRIMARY KEY,
  account_id   text        NOT NULL REFERENCES account,
  bank_code    text        NOT NULL,
  bank_name    text        NOT NULL,
  no_hash      bytea       NOT NULL,
  -- { no, holder, mobile }
  sealed       bytea       NOT NULL,
  tail         text        NOT NULL CHECK (tail ~ '^\d{4}$'),
  branch       text        NOT NULL DEFAULT '',
  is_default   boolean     NOT NULL DEFAULT false,
  -- Nothing is paid to it before.
  usable_at    timestamptz NOT NULL,
  removed_at   timestamptz,
  created_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX payout_card_once ON payout_card (account_id, no_hash) WHERE removed_at IS NULL;
CREATE INDEX payout_card_same ON payout_card (no_hash);

CREATE TABLE rebate_withdrawal (
  withdrawal_no  text        COLLATE "C" PRIMARY KEY,
  account_id     text        NOT NULL REFERENCES account,
  login_id       text        NOT NULL,
  target         text        NOT NULL CHECK (target IN ('WALLET', 'BANK')),
  amount_cents   bigint      NOT NULL CHECK (amount_cents > 0),
  fee_cents      bigint      NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  -- Cents of USD for the wallet, fen for a bank card.
  receive_cents  bigint      NOT NULL CHECK (receive_cents > 0),
  receive_unit   text        NOT NULL CHECK (receive_unit IN ('USD', 'CNY')),
  -- Of a bank withdrawal: fen for a dollar as quoted, and the mid rate in millionths behind it.
  rate_fen       integer,
  mid_micros     bigint,
  bank_card_id   text        REFERENCES payout_card,
  status         text        NOT NULL CHECK (status IN ('REVIEWING', 'APPROVED', 'PAYING', 'PAID', 'DONE', 'REJECTED', 'FAILED')),
  reason         text        NOT NULL DEFAULT '',
  -- The bank that paid, and its number for the payment.
  bank           text,
  bank_ref       text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  paid_at        timestamptz,
  CHECK ((target = 'BANK') = (bank_card_id IS NOT NULL AND rate_fen IS NOT NULL AND mid_micros IS NOT NULL)),
  CHECK (target = 'BANK' OR status = 'DONE')
);
CREATE INDEX rebate_withdrawal_newest ON rebate_withdrawal (account_id, withdrawal_no DESC);
CREATE INDEX rebate_withdrawal_open ON rebate_withdrawal (created_at) WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING');
CREATE UNIQUE INDEX rebate_withdrawal_bank_ref ON rebate_withdrawal (bank, bank_ref) WHERE bank_ref IS NOT NULL;

-- When a withdrawal came to which state.
CREATE TABLE rebate_withdrawal_step (
  withdrawal_no text        NOT NULL REFERENCES rebate_withdrawal,
  status        text        NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_no, status)
);

-- Whether two accounts have been used from one device.
CREATE INDEX session_account ON session (account_id, ip);
