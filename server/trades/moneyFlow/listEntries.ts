import type { RawBuilder } from 'kysely'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { kindRule } from '#contract/ledger/ledger.ts'
import type { moneyFlowEntries as row } from '#contract/trades/moneyFlow.ts'
import type { BillMeta } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { db, sql } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import {
  cardFlowEntries,
  purchaseFlowEntries,
  walletEnds,
  walletFlowEntries,
  type FlowEntry,
  type FlowOf,
} from '#server/ledger/ledger.ts'
import { merchantKey, type Days } from '../spend/queries.ts'
import { flowDays, periodOf } from './days.ts'
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
  return purchaseFlowEntries(db, of, period, tradesOfMerchant(of.accountId, which), page)
}

/** A merchant, or all but some. */
type Which = { readonly is: string } | { readonly not: readonly string[] }

/** The settled transactions of a merchant. */
function tradesOfMerchant(accountId: string, which: Which) {
  const asked = 'is' in which ? sql`${merchantKey} = ${which.is}` : sql`${merchantKey} <> ALL (${[...which.not]})`
  const trades = sql`trade AS spend JOIN merchant USING (merchant_no) WHERE ${ofAccount(accountId, 'spend')}`
  return {
    made: (fromMs: number, untilMs: number) => sql`(
      SELECT trade_id
        FROM ${trades} AND trade_id >= ${firstIdOf('trd', fromMs)} AND trade_id < ${firstIdOf('trd', untilMs)} AND ${asked})`,
    // A value, and no join: it is looked up for each of a few, and never for all transactions of the account.
    isOne: (tradeId: RawBuilder<unknown>) => sql`(SELECT ${asked} FROM ${trades} AND spend.trade_id = ${tradeId})`,
  }
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
