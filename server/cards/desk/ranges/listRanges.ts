import type * as contract from '#contract/cards/desk/ranges.ts'
import { priceFields, rangeFields, rangeStates, type RangeState } from '#contract/cards/desk/ranges.ts'
import { threeDsWays } from '#contract/cards/states.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { allRanges, pricesInForce, type PriceRow, type RangeRow } from '#server/cards/ranges/queries.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { plansToPrice } from '#server/plans/plans.ts'
import { scheduledPerTarget, timelineOf } from '#server/products/products.ts'
import { waitingByLane } from '#server/staff/staff.ts'
import { rangeTables } from './changeRange.ts'
import { priceFiguresOf, rangeFiguresOf } from './columns.ts'
import { exceptionsOf, exceptionsPerRange } from './queries.ts'

type Counts = { exceptions: ReadonlyMap<string, number>; scheduled: ReadonlyMap<string, number> }

export const listRangesAtDesk: Answer<typeof contract.listRangesAtDesk> = async ({ from: { lang } }) => {
  const [ranges, prices, counts] = await Promise.all([allRanges(db), pricesInForce(db), countsNow()])
  return { list: ranges.map((range) => rowOf(range, listPriceOf(prices, range.vid), counts, lang)) }
}

export const showRangeAtDesk: Answer<typeof contract.showRangeAtDesk> = async ({ from: { lang } }, { vid }) => {
  const range = (await allRanges(db)).find((one) => one.vid === vid)
  if (!range) throw refuse('not_found', { field: 'vid' })
  const [prices, counts, plans, exceptions, lanes] = await Promise.all([
    pricesInForce(db),
    countsNow(),
    plansToPrice(db),
    exceptionsOf(db, vid),
    waitingByLane(db, 'product.price'),
  ])
  const waiting = [...lanes].filter(([lane]) => lane.split(' ')[0] === vid)
  const asked = waiting.map(([lane]) => lane.split(' ')[1]!).filter((whose) => whose !== 'list')
  const holders = await accountsOfIds([...exceptions.map(({ account_id }) => account_id), ...asked])
  const userNo = new Map(holders.map((one) => [one.account_id, one.user_no]))
  const fieldsOf = ({ kind }: { kind: string }) => (kind === 'PRICE' ? priceFields : rangeFields)
  return {
    ...rowOf(range, listPriceOf(prices, vid), counts, lang),
    figures: rangeFiguresOf(range),
    ...abilitiesOf(range, lang),
    issuerCost: range.issuer_cost_cents,
    plans: plans.map((plan) => ({ ...plan, name: plan.name[lang] })),
    exceptionList: exceptions.map((row) => ({
      accountId: row.account_id,
      userNo: userNo.get(row.account_id)!,
      price: priceFiguresOf(row),
      since: row.effective_from.getTime(),
    })),
    changes: await timelineOf(vid, lang, fieldsOf, rangeTables),
    waiting: waiting.map(([lane, approvalId]) => {
      const whose = lane.split(' ')[1]!
      return { approvalId, target: userNo.get(whose) ?? whose }
    }),
  }
}

const abilitiesOf = ({ issuer_id, holder_mode, three_ds }: RangeRow, lang: Lang) => {
  const { editHolder, partialApproval, disputes, threeDs } = traitsOf(issuer_id)
  return {
    holderMode: holder_mode as 'FREE' | 'VERIFIED',
    editHolder: flag(editHolder),
    partialApproval: flag(partialApproval),
    disputesByApi: flag(disputes),
    threeDsText: threeDsWays[three_ds ? threeDs : 'NONE'][lang],
  }
}

const listPriceOf = (prices: readonly PriceRow[], vid: string) =>
  prices.find((price) => price.vid === vid && price.account_id === null)

async function countsNow(): Promise<Counts> {
  const [exceptions, scheduled] = await Promise.all([exceptionsPerRange(db), scheduledPerTarget(db)])
  return {
    exceptions: new Map(exceptions.map(({ vid, count }) => [vid, count])),
    scheduled: new Map(scheduled.map(({ target, count }) => [target, count])),
  }
}

const rowOf = (range: RangeRow, price: PriceRow | undefined, { exceptions, scheduled }: Counts, lang: Lang) => ({
  vid: range.vid,
  issuerId: range.issuer_id,
  bin: range.bin,
  network: range.network,
  country: range.country,
  currency: range.currency,
  status: range.status as RangeState,
  statusText: rangeStates[range.status as RangeState][lang],
  stock: range.stock,
  version: range.version,
  minOpen: range.min_open_cents,
  maxOpen: range.max_open_cents,
  price: priceFiguresOf(price),
  exceptions: exceptions.get(range.vid) ?? 0,
  scheduled: scheduled.get(range.vid) ?? 0,
})
