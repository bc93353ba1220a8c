/** Takes monthly fees that are due (docs/flows/card-fees.md). */
import { add, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { ahead, DAY, dateOf, HOUR, now, nowMs } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { blockCards } from '../controls/blockCards.ts'
import { nameOf, type CardRow } from '../queries.ts'
import { allRanges } from '../ranges/queries.ts'
import { lockPayers, postFees, type PaidFrom } from './payers.ts'
import {
  accountsToCharge,
  cardsToCharge,
  frozenForFees,
  lockFeesToTry,
  updateMonthFees,
  type MonthFeeRow,
} from './queries.ts'
import { STOPPED } from './tellMonthFees.ts'

/** Cards of one account in one transaction, which holds the locks of all of them. */
const AT_ONCE = 200
/** After the day on which it was due, a fee that nobody could pay is tried on this many days. */
const MORE_TRIES = 3
/** A card that was frozen for its fee is unfrozen soon after there is money. */
const FROZEN_AGAIN_MS = HOUR

type Outcome =
  | { readonly state: 'PAID' | 'OWED'; readonly from: PaidFrom }
  | { readonly state: 'WAIVED' }
  | { readonly state: 'DUE' | 'FROZEN'; readonly againMs: number }

/** What becomes of a fee that is due. Pure. */
function outcomeOf(
  { state, tries }: Pick<MonthFeeRow, 'state' | 'tries'>,
  { mayPay, payer, freezes }: { mayPay: boolean; payer: () => PaidFrom | undefined; freezes: boolean },
): Outcome {
  if (!mayPay) return { state: 'WAIVED' }
  const from = payer()
  if (from) return { state: 'PAID', from }
  if (state === 'FROZEN') return { state, againMs: FROZEN_AGAIN_MS }
  if (tries < MORE_TRIES) return { state: 'DUE', againMs: DAY }
  return freezes ? { state: 'FROZEN', againMs: FROZEN_AGAIN_MS } : { state: 'OWED', from: 'CARD' }
}

/** Each account alone: a failure in one keeps no other waiting. */
export const takeMonthFees = async (): Promise<void> =>
  eachAlone(await accountsToCharge(), async (accountId) => {
    while ((await takeSome(accountId)) === AT_ONCE);
  })

/** Every fee that it finds is tried once: afterwards it is over, or due later. Returns the number of cards. */
const takeSome = (accountId: string): Promise<number> =>
  transaction(async (tx) => {
    const cardIds = await cardsToCharge(tx, accountId, AT_ONCE)
    if (!cardIds.length) return 0
    const payers = await lockPayers(tx, accountId, cardIds)
    const account = await accountOf(tx, accountId)
    const freezing = new Set((await allRanges(tx)).flatMap(({ vid, freeze_unpaid }) => (freeze_unpaid ? vid : [])))
    const tried = (await lockFeesToTry(tx, accountId, cardIds)).map((fee): Tried => {
      const card = payers.cards.get(fee.card_id)!
      const outcome = outcomeOf(fee, {
        mayPay: account.status === 'ACTIVE' && !account.frozen && isInUse(card, fee),
        payer: () => payers.take(card, fee.amount_cents),
        freezes: freezing.has(card.vid),
      })
      return { fee, card, outcome }
    })
    await write(tx, accountId, tried, await postPaid(tx, accountId, tried))
    await changeBlocks(tx, accountId, tried)
    await tell(tx, accountId, tried, freezing)
    return cardIds.length
  })

type Tried = { readonly fee: MonthFeeRow; readonly card: CardRow; readonly outcome: Outcome }
type Paid = Tried & { readonly outcome: Extract<Outcome, { from: PaidFrom }> }
const isPaid = (one: Tried): one is Paid => 'from' in one.outcome
const isNewlyFrozen = ({ fee, outcome }: Tried) => fee.state === 'DUE' && outcome.state === 'FROZEN'
const sumOf = (tried: readonly Tried[]): Cents => add(0, ...tried.map(({ fee }) => fee.amount_cents))

/** The freeze for an unpaid fee excuses no card from it. */
const isInUse = ({ status, blocks }: CardRow, { state }: MonthFeeRow): boolean =>
  status === 'ACTIVE' && (state === 'FROZEN' || (blocks & STOPPED) === 0)

/** Posts what is paid or owed. Returns the transfers by fee. */
async function postPaid(tx: Tx, accountId: string, tried: readonly Tried[]): Promise<Map<MonthFeeRow, string>> {
  const paid = tried.filter(isPaid)
  if (!paid.length) return new Map()
  const transferIds = await postFees(
    tx,
    accountId,
    paid.map(({ fee: { card_id, month, amount_cents: amount }, card, outcome: { state, from } }) => ({
      kind: 'CARD_MONTH_FEE',
      biz: { type: 'card_month_fee', id: `${card_id} ${month}` },
      income: '4090',
      card,
      amount,
      from,
      owed: state === 'OWED',
      meta: { bizNo: `${card.card_seq_no}-${month}`, remark: month, period: month },
    })),
  )
  await record(tx, system(accountId), {
    type: 'CARD_FEE',
    target: paid.length === 1 ? nameOf(paid[0]!.card) : `${paid.length} 张卡 cards`,
    content: {
      cn: `收取 ${paid.length} 张卡的月费`,
      en: `Monthly fee of ${paid.length === 1 ? '1 card' : `${paid.length} cards`} taken`,
    },
    amount: sumOf(paid),
  })
  return new Map(paid.map(({ fee }, at) => [fee, transferIds[at]!]))
}

const write = (tx: Tx, accountId: string, tried: readonly Tried[], transferOf: ReadonlyMap<MonthFeeRow, string>) =>
  updateMonthFees(
    tx,
    accountId,
    tried.map(({ fee, outcome }) => ({
      card_id: fee.card_id,
      month: fee.month,
      state: outcome.state,
      tries: fee.state === 'DUE' ? fee.tries + 1 : fee.tries,
      try_at: 'againMs' in outcome ? ahead(outcome.againMs) : null,
      paid_from: 'from' in outcome ? outcome.from : null,
      transfer_id: transferOf.get(fee) ?? null,
      ended_at: 'againMs' in outcome ? null : now(),
    })),
  )

/** Freezes cards after the last try, and unfreezes those that have paid everything. The owner is told of all of them at once. */
async function changeBlocks(tx: Tx, accountId: string, tried: readonly Tried[]): Promise<void> {
  const block = { accountId, block: 'STAFF', tell: false } as const
  const frozen = tried.filter(isNewlyFrozen)
  if (frozen.length) await blockCards(tx, { ...block, cardIds: idsOf(frozen), on: true, reason: 'MONTH_FEE_UNPAID' })
  const ended = tried.filter(({ fee, outcome }) => fee.state === 'FROZEN' && outcome.state !== 'FROZEN')
  if (!ended.length) return
  const still = new Set(await frozenForFees(tx, accountId, idsOf(ended)))
  const cardIds = idsOf(ended).filter((cardId) => !still.has(cardId))
  await blockCards(tx, { ...block, cardIds, on: false, reason: 'MONTH_FEE_PAID' })
}

const idsOf = (tried: readonly Tried[]): string[] => [...new Set(tried.map(({ card }) => card.card_id))]

/** One notice about all cards that could not pay for the first time, and one about those that are frozen. What is owed is told with the debt. */
async function tell(tx: Tx, accountId: string, tried: readonly Tried[], freezing: ReadonlySet<string>): Promise<void> {
  const about = (some: readonly Tried[]) =>
    some.length === 1 ? { type: 'card', id: some[0]!.card.card_id } : undefined
  const words = (some: readonly Tried[]) => ({ count: some.length, amount: show(sumOf(some)) })
  const short = tried.filter(({ fee, outcome }) => outcome.state === 'DUE' && fee.tries === 0)
  if (short.length)
    await notify(
      tx,
      { accountId },
      'card_month_fee_unpaid',
      {
        ...words(short),
        until: dateOf(nowMs() + MORE_TRIES * DAY),
        otherwise: short.every(({ card }) => freezing.has(card.vid)) ? otherwise.frozen : otherwise.owed,
      },
      about(short),
    )
  const frozen = tried.filter(isNewlyFrozen)
  if (frozen.length) await notify(tx, { accountId }, 'card_month_fee_frozen', words(frozen), about(frozen))
}

const otherwise = {
  frozen: { cn: '逾期未付的卡片将被冻结。', en: 'Cards that stay unpaid are frozen.' },
  owed: { cn: '逾期未付的月费将计入欠款。', en: 'After that, you owe the fee.' },
}
