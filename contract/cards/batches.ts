/** Batches: many cards opened, loaded or deleted in one request, and their progress. */
import * as z from 'zod/mini'
import { addressFields, holderName } from './addresses.ts'
import { call } from '../core/call.ts'
import { forSub, fromTemplate, segmentAndAmount } from './fromTemplate.ts'
import { CardId, keysOf, Price } from './shapes.ts'
import {
  Cents,
  cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  preprocess,
  reading,
  requestNo,
  text,
  Time,
  whole,
  withDefault,
  type Words,
} from '../core/fields.ts'
import {
  batchKinds,
  batchRowStates,
  batchStatuses,
  type BatchKind,
  type BatchRowState,
  type BatchStatus,
} from './batchStates.ts'
import { shownStatuses } from './states.ts'

export const enums = {
  batchKind: batchKinds,
  batchStatus: batchStatuses,
  batchRowState: batchRowStates,
} satisfies Record<string, Record<string, Words>>

const unit = withDefault(z.literal('USD'), 'USD')
const quoteId = z.optional(id('quo'))
/** The total that was shown to the caller; a different total is refused instead of charged. */
const expectTotal = z.optional(cents(0))

/** Upper bound for every plan; each plan's own limit is its `batchMax`. */
export const BATCH_MOST = 1000
/** Loads and deletions per batch, on every plan. */
export const BATCH_CARDS = 200

const BatchNo = pattern(/^B\d{11}$/)

const started = z.object({
  batchNo: z.string(),
  total: z.int(),
  status: z.enum(keysOf<BatchStatus>(batchStatuses)),
  totalCost: Cents,
})

/** One card of a batch opening in full, as one line of an Excel file states it. */
export const OpeningRow = z.object({
  /** The line number in the file, unique within the batch. */
  row: whole(1, 100_000),
  vid: text(20, 1),
  rechargeAmount: cents(),
  firstName: holderName,
  lastName: holderName,
  ...addressFields,
  remark: z.optional(text(50)),
})
export type OpeningRow = z.output<typeof OpeningRow>

const sameCards = { vid: text(20, 1), num: whole(2, BATCH_MOST), couponId: z.optional(text(40)) }

export const priceBatchOpening = call({
  on: 'POST /api/card/BatchOpenCardCost',
  title: '批量开卡报价 Quote opening several cards',
  who: 'card:batchOpen',
  input: z.object({ ...sameCards, amount: cents(), payUnit: unit }),
  output: z.extend(Price, {
    openFee: Cents,
    feeDetail: z.string(),
    suggest: z.string(),
    num: z.int(),
    perCard: Cents,
    batchMax: z.int(),
    /** How many more cards the plan allows. */
    remainQuota: z.int(),
  }),
  refusals: [
    'coupon_unusable',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
    'amount_above_max',
    'not_found',
    'plan_limit',
  ],
})

const optionalAddress = {
  street: z.optional(addressFields.street),
  city: z.optional(addressFields.city),
  state: z.optional(addressFields.state),
  zipCode: z.optional(addressFields.zipCode),
  country: addressFields.country,
}

export const openBatch = call({
  on: 'POST /api/card/batchOpenCard',
  title:
    '批量开卡：先冻结全部费用，再逐张申请 Open several cards: the total is held first, then each card is requested',
  who: 'card:batchOpen',
  action: 'open',
  once: true,
  input: z
    .object({
      ...sameCards,
      vid: z.optional(sameCards.vid),
      rechargeAmount: z.optional(cents()),
      unit,
      nameMode: withDefault(z.enum(['AUTO', 'FIXED']), 'AUTO'),
      firstName: z.optional(holderName),
      lastName: z.optional(holderName),
      addressMode: withDefault(z.enum(['AUTO', 'FIXED']), 'AUTO'),
      ...optionalAddress,
      gid: z.optional(text(40)),
      tags: z.optional(listOf(text(40, 1), 0, 10)),
      remark: z.optional(text(50)),
      quoteId,
      expectTotal,
      ...fromTemplate,
      ...forSub,
      requestNo,
    })
    .check(
      segmentAndAmount,
      z.superRefine(
        (input, context) => {
          const need = [
            ...(input.nameMode === 'FIXED' ? (['firstName', 'lastName'] as const) : []),
            ...(input.addressMode === 'FIXED' ? (['street', 'city', 'state', 'zipCode'] as const) : []),
          ]
          for (const field of need)
            if (!input[field]) context.addIssue({ code: 'custom', path: [field], message: 'required' })
        },
        { when: reading('nameMode', 'addressMode') },
      ),
    ),
  output: started,
  refusals: [
    'coupon_unusable',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
    'amount_above_max',
    'insufficient_wallet',
    'budget_exceeded',
    'plan_limit',
    'identity_required',
    'holder_unverified',
    'quote_expired',
    'quote_changed',
    'sub_frozen',
    'not_found',
    'controls_pinned',
  ],
})

/** Either one amount for all of `cardIds`, or `items` with an amount for each. */
const loads = {
  cardIds: z.optional(listOf(CardId, 1, BATCH_CARDS)),
  amount: z.optional(cents()),
  items: z.optional(
    preprocess(
      (value) => (typeof value === 'string' ? tryJson(value) : value),
      z.array(z.object({ cardId: CardId, amount: cents() })).check(z.minLength(1), z.maxLength(BATCH_CARDS)),
    ),
  ) as unknown as z.ZodMiniOptional<z.ZodMiniType<LoadItem[], LoadItem[]>>,
  couponId: z.optional(text(40)),
}
type LoadItem = { cardId: string; amount: number }
function tryJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
const someCards = ({ items, cardIds }: { items?: unknown; cardIds?: unknown }): boolean => Boolean(items ?? cardIds)
const someAmount = ({ items, amount }: { items?: unknown; amount?: unknown }): boolean => Boolean(items ?? amount)
const noCards = { path: ['cardIds'], message: 'choose_card' }
const noAmount = { path: ['amount'], message: 'required' }

export const priceBatchLoad = call({
  on: 'POST /api/card/batchRechargeCost',
  title: '批量充值报价（逐张） Quote loading several cards, card by card',
  who: 'card:batchRecharge',
  input: z.object(loads).check(z.refine(someCards, noCards), z.refine(someAmount, noAmount)),
  output: z.extend(Price, {
    /** Cards that can be loaded; others are not charged. */
    num: z.int(),
    refused: z.int(),
    lines: z.array(
      z.object({
        cardId: z.string(),
        cardSeqNo: z.string(),
        lastFour: z.nullable(z.string()),
        amount: Cents,
        serviceFee: Cents,
        total: Cents,
        ok: Flag,
        /** Why it cannot. */
        msg: z.string(),
      }),
    ),
  }),
  refusals: ['coupon_unusable', 'not_found'],
})

export const loadBatch = call({
  on: 'POST /api/card/batchRecharge',
  title: '批量充值：先冻结全部费用，再逐张充值 Load several cards: the total is held first, then each card is loaded',
  who: 'card:batchRecharge',
  action: 'load',
  once: true,
  input: z
    .object({ ...loads, unit, quoteId, expectTotal, requestNo })
    .check(z.refine(someCards, noCards), z.refine(someAmount, noAmount)),
  output: started,
  refusals: [
    'coupon_unusable',
    'not_found',
    'card_not_active',
    'amount_below_min',
    'amount_above_max',
    'insufficient_wallet',
    'budget_exceeded',
    'quote_expired',
    'quote_changed',
    'sub_frozen',
  ],
})

export const deleteBatch = call({
  on: 'POST /api/card/batchDelete',
  title: '批量销卡，余额退回钱包 Delete several cards and return their balances to the wallet',
  who: 'card:batchDelete',
  action: 'delete',
  once: true,
  input: z.object({
    cardIds: listOf(CardId, 1, BATCH_CARDS),
    ticket: z.optional(text(80)),
    reason: z.optional(text(100)),
    requestNo,
  }),
  output: started,
  refusals: ['not_found', 'step_up', 'sub_frozen'],
})

const Batch = z.object({
  batchNo: z.string(),
  kind: z.enum(keysOf<BatchKind>(batchKinds)),
  status: z.enum(keysOf<BatchStatus>(batchStatuses)),
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  /** Not started, so they can still be cancelled. */
  queued: z.int(),
  cost: Cents,
  charged: Cents,
  released: Cents,
  /** Balances returned from deleted cards. */
  returned: Cents,
  /** Failed rows that have not been retried. */
  retryable: z.int(),
  retryOf: z.nullable(z.string()),
  by: z.string(),
  createTime: Time,
  finishTime: z.nullable(Time),
})
export type Batch = z.infer<typeof Batch>

const BatchItem = z.object({
  row: z.int(),
  cardId: z.string(),
  cardSeqNo: z.string(),
  lastFour: z.nullable(z.string()),
  holder: z.string(),
  segment: z.string(),
  status: z.enum(keysOf<BatchRowState>(batchRowStates)),
  /** Why it failed, in words; otherwise empty. */
  msg: z.string(),
  amount: Cents,
  total: Cents,
  retriedIn: z.nullable(z.string()),
  /** The current owner: a sub-account, or null for the account itself. */
  subUid: z.nullable(z.string()),
})
export type BatchItem = z.infer<typeof BatchItem>

const FoundCard = z.object({
  cardId: z.string(),
  cardSeqNo: z.string(),
  lastFour: z.nullable(z.string()),
  segment: z.string(),
  balance: Cents,
  status: z.enum(shownStatuses),
})
export type FoundCard = z.infer<typeof FoundCard>

const Progress = z.extend(Batch, { items: pageOf(BatchItem) })
const Resolved = z.object({
  matched: z.array(FoundCard),
  unmatched: z.array(z.string()),
  /** Entries that match several cards, with those cards. */
  ambiguous: z.array(z.object({ text: z.string(), cards: z.array(FoundCard) })),
})
export type Progress = z.infer<typeof Progress>
export type Resolved = z.infer<typeof Resolved>

export const batchCard = call({
  on: 'POST /api/card/batchCard',
  title: '批次进度，或解析粘贴的卡片列表 Batch progress, or the cards that a pasted list matches',
  who: 'member',
  input: z
    .object({
      ...pageInput,
      batchNo: z.optional(BatchNo),
      /** Only rows with these statuses. */
      rowStatus: z.optional(listOf(z.enum(keysOf<BatchRowState>(batchRowStates)))),
      text: z.optional(z.string().check(z.maxLength(20_000))),
      cardSeqNos: z.optional(listOf(text(20, 1), 1, 500)),
      lastFours: z.optional(listOf(text(20, 1), 1, 500)),
    })
    .check(
      z.refine(({ batchNo, text, cardSeqNos, lastFours }) => batchNo ?? text ?? cardSeqNos ?? lastFours, {
        path: ['text'],
        message: 'required',
      }),
    ),
  output: z.union([Progress, Resolved]),
  refusals: ['not_found'],
})

export const listBatches = call({
  on: 'POST /api/card/batchList',
  title: '批次列表（最新在前） Batches, newest first',
  who: 'member',
  input: z.object({
    ...pageInput,
    kind: z.optional(z.enum(keysOf<BatchKind>(batchKinds))),
    status: z.optional(z.enum(keysOf<BatchStatus>(batchStatuses))),
  }),
  output: pageOf(Batch),
  refusals: [],
})

export const retryBatch = call({
  on: 'POST /api/card/batchRetry',
  title: '重试批次的失败行（新批次） Retry the failed rows of a batch as a new batch',
  who: 'member',
  // The strictest of the three kinds. Deletions are requested again from the list.
  action: 'load',
  once: true,
  input: z.object({ batchNo: BatchNo, ticket: z.optional(text(80)), expectTotal, requestNo }),
  output: started,
  refusals: [...openBatch.refusals, 'card_not_active', 'conflict', 'step_up'],
})

export const priceRetry = call({
  on: 'POST /api/card/batchRetryCost',
  title: '重试失败行的报价 Quote retrying the failed rows of a batch',
  who: 'member',
  input: z.object({ batchNo: BatchNo }),
  output: z.object({ num: z.int(), total: Cents, unit: z.string(), needTicket: Flag }),
  refusals: ['not_found', 'conflict', 'range_unavailable', 'range_paused', 'amount_below_min', 'amount_above_max'],
})

export const cancelBatch = call({
  on: 'POST /api/card/batchCancel',
  title: '取消批次中排队的行 Cancel a batch’s queued rows and release their money',
  who: 'member',
  once: true,
  input: z.object({ batchNo: BatchNo, requestNo }),
  output: z.object({ cancelled: z.int(), released: Cents }),
  refusals: ['not_found', 'conflict'],
})
