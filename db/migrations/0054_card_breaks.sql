-- The issuer's cards are compared with ours every day: three more kinds of break.
ALTER TABLE rail_break DROP CONSTRAINT rail_break_kind_check;
ALTER TABLE rail_break
  ADD CONSTRAINT rail_break_kind_check
  CHECK (kind IN ('LOST_NOTICE', 'UNKNOWN_ORDER', 'AMOUNT_DIFFERS', 'NOT_AT_PROVIDER', 'CONTRADICTION', 'RATE_MOVED',
                  'UNKNOWN_CARD', 'FAILED_BUT_OPEN', 'MISSING_AT_ISSUER'));
