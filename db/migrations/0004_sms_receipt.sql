-- What became of text messages, as their gateway told: a number of each, and no row contains a phone number. A receipt that is sent again has its row already.
CREATE TABLE sms_receipt (
  provider    text        COLLATE "C",
  -- The gateway's name of the message.
  message_ref text        COLLATE "C",
  outcome     text        COLLATE "C" NOT NULL CHECK (outcome IN ('DELIVERED', 'FAILED')),
  error_code  text        COLLATE "C",
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, message_ref)
);
CREATE INDEX sms_receipt_received_at ON sms_receipt (received_at);
