/** What disputes read and write of settled transactions. Disputes are a higher module: what happens to a purchase while one is open goes up by ports. */
import type { Cents } from '#contract/core/money.ts'
import { lockForPosting } from '#server/cards/cards.ts'
import { ofAccount, ofAccounts } from '#server/core/database/cells.ts'
import { many, maybeOne, sql, type Database, type Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import type { DisputeUpdated } from '#server/outside/outside.ts'
import { authById } from '../auths.ts'
import type { EventCard } from './eventCard.ts'
import { tradeById, type TradeRow } from '../queries.ts'

type Purchase = { readonly accountId: string; readonly tradeId: string }

declare module '#server/core/composition.ts' {
  interface Ports {
    'trades.disputeUpdated'(tx: Tx, event: DisputeUpdated): Promise<void>
    /** The merchant returned this much of a disputed purchase. It is booked; the card and the wallet are locked. */
    'trades.purchaseReturned'(
      tx: Tx,
      card: EventCard,
      purchase: Purchase,
      amount: Cents,
      why: 'REFUNDED' | 'REVERSED',
    ): Promise<void>
  }
}

/** A purchase with its card's money and the wallet locked, as for an event. Undefined if the account has none of this name. */
export async function lockPurchase(
  tx: Tx,
  { accountId, tradeId }: Purchase,
): Promise<{ card: EventCard; trade: TradeRow } | undefined> {
  const seen = await tradeById(tx, accountId, tradeId)
  if (!seen) return undefined
  const card = await lockForPosting(tx, accountId, seen.card_id)
  const account = card.status === 'CLOSED' ? await accountOf(tx, accountId) : undefined
  return { card: { ...card, account }, trade: (await tradeById(tx, accountId, tradeId))! }
}

type ShownPurchase = Pick<TradeRow, 'trade_id' | 'auth_id' | 'descriptor' | 'amount_cents' | 'posted_at'> & {
  readonly merchant_name: string
  readonly mcc: string
}

/** Purchases with their merchants, by id. `of`: of several accounts at the desk. */
export async function purchasesShown(on: Database | Tx, of: readonly Purchase[]): Promise<Map<string, ShownPurchase>> {
  if (of.length === 0) return new Map()
  const rows = await many(
    on,
    sql<ShownPurchase>`
    SELECT trade_id, auth_id, trade.descriptor, amount_cents, posted_at, merchant.name AS merchant_name, merchant.mcc
      FROM trade
      JOIN merchant USING (merchant_no)
     WHERE ${ofAccounts([...new Set(of.map(({ accountId }) => accountId))], 'trade')}
       AND trade_id = ANY (${of.map(({ tradeId }) => tradeId)})`,
  )
  return new Map(rows.map((row) => [row.trade_id, row]))
}

/** The issuer's name for the authorization of a settled row, if it has one. */
export const authRefOf = async (
  on: Database | Tx,
  { account_id, auth_id, awaited_ref }: Pick<TradeRow, 'account_id' | 'auth_id' | 'awaited_ref'>,
): Promise<string | undefined> =>
  (auth_id === null ? awaited_ref : (await authById(on, account_id, auth_id))?.issuer_ref) ?? undefined

/** The clearing that a purchase most likely repeats: of the same card, at the same merchant (whatever it called itself), for the same amount, and the nearest in time. */
export const repeatedClearing = async (
  on: Database | Tx,
  { account_id, card_id, trade_id, merchant_no, amount_cents, occurred_at }: TradeRow,
): Promise<string | undefined> =>
  (
    await maybeOne(
      on,
      sql<{ ref: string }>`
      SELECT clearing_ref AS ref
        FROM trade
        JOIN merchant USING (merchant_no)
       WHERE ${ofAccount(account_id, 'trade')} AND card_id = ${card_id} AND amount_cents = ${amount_cents}
         AND merchant.ref = (SELECT ref FROM merchant WHERE merchant_no = ${merchant_no})
         AND trade_id <> ${trade_id} AND type IN ('PURCHASE', 'FORCED') AND status <> 'REVERSED'
       ORDER BY abs(extract(epoch FROM occurred_at - ${occurred_at}::timestamptz)), trade_id LIMIT 1`,
    )
  )?.ref
