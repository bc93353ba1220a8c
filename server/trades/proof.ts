import { alsoProve, type Check } from '../ledger/ledger.ts'

/** What must hold between authorizations, what settled, and the books. */
const checks: readonly Check[] = [
  {
    name: 'auth-held-not-its-hold',
    says: 'what an authorization says is held is what its hold says',
    query: `SELECT auth_id AS subject, json_build_object('says', held_cents, 'hold', coalesce(hold.remaining, 0), 'status', auth.status) AS found
              FROM auth
              LEFT JOIN ledger_hold AS hold USING (hold_id)
             WHERE held_cents <> coalesce(hold.remaining, 0)
                OR (held_cents > 0) <> (auth.status = 'PENDING' OR (auth.status = 'PARTIAL' AND held_cents > 0))`,
  },
  {
    name: 'hold-without-auth',
    says: 'every hold of an authorization has it',
    query: `SELECT hold.hold_id AS subject, json_build_object('auth', biz_id, 'remaining', remaining) AS found
              FROM ledger_hold AS hold
             WHERE biz_type = 'auth'
               AND NOT EXISTS (SELECT FROM auth WHERE auth.account_id = hold.account_id AND auth.auth_id = hold.biz_id)`,
  },
  {
    name: 'trade-without-transfer',
    says: 'every settled row was posted, for its amount',
    query: `SELECT trade_id AS subject, json_build_object('amount', amount_cents, 'posted', posted.amount) AS found
              FROM trade
              LEFT JOIN LATERAL (
                     SELECT sum(CASE side WHEN 'C' THEN entry.amount ELSE -entry.amount END) AS amount
                       FROM ledger_transfer AS transfer
                       JOIN ledger_entry AS entry USING (transfer_id)
                       JOIN ledger_account AS account USING (la_id)
                      WHERE transfer.account_id = trade.account_id AND biz_type = 'trade' AND biz_id = trade_id
                        AND kind NOT IN ('CLEARING_REVERSED', 'REFUND_REVERSED') AND account.code = '2110') AS posted ON true
             WHERE posted.amount IS DISTINCT FROM -amount_cents`,
  },
]
export const proveTrades = (): void => alsoProve(...checks)
