import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { kindRule } from '#contract/ledger/ledger.ts'
import type { moneyFlowEntries as row } from '#contract/trades/moneyFlow.ts'
import type { BillMeta } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import {
  cardFlowEntries,
  purchaseFlowEntries,
  walletEnds,
  walletFlowEntries,
  type FlowEntry,
  type FlowOf,
} from '#server/ledger/ledger.ts'
import type { Days } from '../spend/queries.ts'
import { flowDays, periodOf } from './days.ts'
import { idsOfMerchant } from './queries.ts'
import { behind, shownMerchants, type Behind } from './ribbons.ts'
import { spentIn } from './showFlow.ts'

const PAGE = 50

/** Returns the transfers behind a ribbon, newest first. They add up to it. */
export const moneyFlowEntries: Answer<typeof row> = async (actor, { ribbon, cursor, ...input }) => {
  const { accountId, subUid, may } = actor
  const part = behind(ribbon)
  if (!part || (part.from !== 'wallet' && !may.has('trade:view'))) throw refuse('not_found', { field: 'ribbon' })
  const found = await entriesOf({ accountId, subUid }, flowDays(input, nowMs()), part, cursor)
  const list = found.slice(0, PAGE)
  return {
    list: list.map((entry) => entryShown(entry, part, actor.from.lang)),
    cursor: found.length > PAGE ? cursorOf(list.at(-1)!) : null,
  }
}

type Entry = FlowEntry & { readonly version?: number }
const cursorOf = ({ version, transferId }: Entry): string => (version === undefined ? transferId : String(version))

async function entriesOf(of: FlowOf, days: Days, part: Behind, cursor: string | undefined): Promise<Entry[]> {
  const period = periodOf(days)
  // A cursor that is none begins with the first page.
  const version = cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
  const before = cursor && /^trf_[0-9A-Z]{26}$/.test(cursor) ? cursor : undefined
  if (part.from === 'wallet')
    return walletFlowEntries(db, of, await walletEnds(db, of.accountId, period), part, {
      before: version,
      limit: PAGE + 1,
    })
  const page = { before, limit: PAGE + 1 }
  if (part.from === 'cards') return cardFlowEntries(db, of, period, part, page)
  const which =
    part.merchant === undefined ? { not: shownMerchants(await spentIn(db, of, days)) } : { is: part.merchant }
  return purchaseFlowEntries(db, of, period, idsOfMerchant(of.accountId, period, which), page)
}

function entryShown(entry: Entry, { from, raises }: Behind, lang: Lang) {
  const { bizNo, cardId, lastFour, subNickname, merchantName, descriptor, period } = (entry.meta ?? {}) as FlowMeta &
    BillMeta
  return {
    entryId: entry.transferId,
    time: entry.postedAt.getTime(),
    kindText: kindRule(entry.kind)[lang],
    cents: raises ? entry.cents : -entry.cents,
    about: merchantName ?? descriptor ?? period ?? '',
    bizNo: bizNo ?? entry.bizId,
    ...(entry.version !== undefined && { flowNo: String(entry.version) }),
    ...(from !== 'wallet' && entry.bizType === 'trade' && { tradeId: entry.bizId }),
    ...(cardId && { cardId }),
    ...(lastFour && { lastFour }),
    ...(subNickname && { subNickname }),
  }
}
