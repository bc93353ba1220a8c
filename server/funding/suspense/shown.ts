import { rails, showUsdt, type Rail } from '#contract/funding/funding.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { plain } from '#contract/core/money.ts'
import { suspenseReasons, suspenseStates, type SuspenseRow } from '#contract/funding/desk/suspense.ts'
import { db } from '#server/core/db.ts'
import { holdersOf } from '#server/identity/identity.ts'
import { limitFor } from '../limits.ts'
import type { Item } from './suspenseQueries.ts'
import { valueInCents } from './value.ts'

/** Exact: `2,000.00` yuan, `109.000000` USDT. */
export const amountOf = ({ currency, units }: Pick<Item, 'currency' | 'units'>): string =>
  currency === 'USDT' ? showUsdt(units) : plain(units)

/** The payment's own number at the provider, or the hash of the transfer. */
export const refOf = ({ source, bizId }: Item): string =>
  source === 'CHAIN' ? bizId.split(':')[0]! : bizId.slice(bizId.indexOf(':') + 1)

export const railText = (rail: string, lang: Lang): string => rails[rail as Rail]?.[lang] ?? rail

export async function suspenseRows(items: readonly Item[], lang: Lang): Promise<SuspenseRow[]> {
  const fitting = await fittingNow(items)
  const holders = await holdersOf(items.map(({ toAccount, accountId }) => toAccount ?? accountId))
  return items.map((item) => ({
    suspenseId: item.suspenseId,
    rail: item.rail,
    railText: railText(item.rail, lang),
    ref: refOf(item),
    unit: item.currency,
    amountStr: amountOf(item),
    reasonText: (suspenseReasons as Record<string, Words>)[item.reason]?.[lang] ?? item.reason,
    fitsNow: fitting.has(item.suspenseId),
    orderNo: item.orderNo,
    holder: holders.get(item.toAccount ?? item.accountId ?? '') ?? null,
    state: item.state,
    stateText: suspenseStates[item.state][lang],
    receiveTime: item.receivedAt.getTime(),
    createTime: item.createdAt.getTime(),
  }))
}

/** Those that were held for the identity limit and would fit it now: their holder was verified since, or the next day has begun. */
async function fittingNow(items: readonly Item[]): Promise<Set<string>> {
  const held = items.filter(({ state, reason }) => state === 'OPEN' && reason === 'over_identity_limit')
  const fitting = new Set<string>()
  for (const item of held) {
    if (!item.accountId) continue
    const { over } = await limitFor(db, item.accountId, await valueInCents(db, item))
    if (over === 0) fitting.add(item.suspenseId)
  }
  return fitting
}
