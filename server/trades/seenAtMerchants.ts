/** For figures over all accounts: what may stand in a FROM. PostgreSQL takes it for the tables themselves. */
import { sql } from '../core/db.ts'

export const attemptsSql = sql`(
  SELECT account_id, card_id, merchant_no, status, reason, three_ds, occurred_at FROM auth) AS attempt`
export const merchantsSql = sql`(SELECT merchant_no, name, mcc, country, words FROM merchant) AS merchant`
