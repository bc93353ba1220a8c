import { rails, showUsdt, type Rail } from '../../../contract/funding.ts'
import type { Lang, Words } from '../../../contract/fields.ts'
import { plain } from '../../../contract/money.ts'
import { suspenseReasons, suspenseStates, type SuspenseRow } from '../../../contract/suspense.ts'
import { holdersOf } from '../../identity/identity.ts'
import type { Item } from './suspenseQueries.ts'

/** Exact: `2,000.00` yuan, `109.000000` USDT. */
export const amountOf = ({ currency, units }: Pick<Item, 'currency' | 'units'>): string =>
  currency === 'USDT' ? showUsdt(units) : plain(units)

/** The payment's own number at the provider, or the hash of the transfer. */
export const refOf = ({ source, bizId }: Item): string =>
  source === 'CHAIN' ? bizId.split(':')[0]! : bizId.slice(bizId.indexOf(':') + 1)

export const railText = (rail: string, lang: Lang): string => rails[rail as Rail]?.[lang] ?? rail

export async function suspenseRows(items: readonly Item[], lang: Lang): Promise<SuspenseRow[]> {
  const holders = await holdersOf(items.map(({ toAccount, accountId }) => toAccount ?? accountId))
  return items.map((item) => ({
    suspenseId: item.suspenseId,
    rail: item.rail,
    railText: railText(item.rail, lang),
    ref: refOf(item),
    unit: item.currency,
    amountStr: amountOf(item),
    reasonText: (suspenseReasons as Record<string, Words>)[item.reason]?.[lang] ?? item.reason,
    orderNo: item.orderNo,
    holder: holders.get(item.toAccount ?? item.accountId ?? '') ?? null,
    state: item.state,
    stateText: suspenseStates[item.state][lang],
    receiveTime: item.receivedAt.getTime(),
    createTime: item.createdAt.getTime(),
  }))
}
