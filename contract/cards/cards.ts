/** Cards: segments and their prices, opening, the list, and everything an owner does with a card. */
import * as z from 'zod/mini'
import { Address, addressFields, countryWords, holderName, stateWords } from './addresses.ts'
import { call } from '../core/call.ts'
import { forSub, fromTemplate, segmentAndAmount } from './fromTemplate.ts'
import { HolderChange } from './holders.ts'
import { Card, CardId, cardFilters, cardList, CardRange, FreezeResult, Holder, keysOf, Price } from './shapes.ts'
import { cardLogTypes, cardNetworks, cardStatuses, type CardLogType, type CardNetwork } from './states.ts'
import {
  Cents,
  cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  whole,
  withDefault,
  yesNo,
} from '../core/fields.ts'
import { billTypes, type BillType } from '../ledger/ledger.ts'

export const enums = {
  cardStatus: cardStatuses,
  cardNetwork: cardNetworks,
  cardLogType: cardLogTypes,
  billType: billTypes,
  usState: stateWords,
  country: countryWords,
}

const unit = withDefault(z.literal('USD'), 'USD')
const quoteId = z.optional(id('quo'))
/** The price that was shown to the caller; a different price is refused instead of charged. */
const expectTotal = z.optional(cents(0))

export const cardRanges = call({
  on: 'GET /api/card/rangeList',
  title: '可开卡段与价格 Card ranges available to open, with prices',
  who: 'card:open',
  input: z.object({
    keyword: z.optional(text(40)),
    network: z.optional(z.enum(keysOf<CardNetwork>(cardNetworks))),
    country: z.optional(text(2)),
    merchant: z.optional(text(60)),
  }),
  output: z.array(CardRange),
  refusals: [],
})

export const listCards = call({
  on: 'GET /api/card/page',
  title: '卡片列表 Cards',
  who: 'card:view',
  input: cardFilters,
  output: cardList,
  refusals: [],
})

export const listCardsOfSubs = call({
  on: 'GET /api/card/pageForSub',
  title: '子账户的卡片 Cards of sub-accounts',
  who: 'card:view',
  input: cardFilters,
  output: cardList,
  refusals: [],
})

export const suggestHolder = call({
  on: 'GET /api/card/autoCard',
  title:
    '持卡人与账单地址：真实卡段为已认证的，否则随机 A cardholder and billing address: the verified one for a real issuer, otherwise made up',
  who: 'card:open',
  input: z.object({ vid: z.optional(text(20)), state: z.optional(text(30)), num: withDefault(whole(1, 200), 1) }),
  output: z.union([Holder, z.array(Holder)]),
  refusals: ['range_unavailable', 'holder_unverified'],
})

const stepUpScenes = ['EXPORT', 'REVEAL', 'BATCH_DELETE'] as const
export type StepUpScene = (typeof stepUpScenes)[number]

export const askCardCode = call({
  on: 'GET /api/card/down/getCode',
  title: '查看或导出卡号前的短信验证码 Send a code before card numbers are shown or exported',
  who: 'member',
  changes: true,
  input: z.object({ scene: withDefault(z.enum(stepUpScenes), 'EXPORT') }),
  output: z.object({ codeId: z.string(), expireTime: Time, nextTime: Time, target: z.string() }),
  refusals: ['too_fast', 'not_permitted', 'code_locked', 'google_required'],
})

export const checkCardCode = call({
  on: 'GET /api/card/checkCode',
  title: '用验证码换取查看凭据 Exchange the code for a reveal ticket',
  who: 'member',
  changes: true,
  input: z.object({ code: pattern(/^\d{6}$/), scene: z.enum(stepUpScenes) }),
  output: z.object({ ticket: z.string(), expireTime: Time }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'not_permitted', 'google_required'],
})

export const priceOpening = call({
  on: 'POST /api/card/openCardCost',
  title: '开卡报价：开卡费 + 充值 + 手续费 Quote opening a card: opening fee + load + load fee',
  who: 'card:open',
  input: z.object({ vid: text(20, 1), amount: cents(), payUnit: unit, couponId: z.optional(text(40)) }),
  output: z.extend(Price, { openFee: Cents, feeDetail: z.string(), suggest: z.string() }),
  refusals: [
    'coupon_unusable',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
    'amount_above_max',
    'not_found',
  ],
})

export const openCard = call({
  on: 'POST /api/card/newCard',
  title: '开卡 Open a card',
  who: 'card:open',
  action: 'open',
  once: true,
  input: z
    .object({
      vid: z.optional(text(20, 1)),
      rechargeAmount: z.optional(cents()),
      unit,
      firstName: holderName,
      lastName: holderName,
      ...addressFields,
      tags: z.optional(listOf(text(40, 1), 0, 10)),
      gid: z.optional(text(40)),
      couponId: z.optional(text(40)),
      remark: z.optional(text(50)),
      quoteId,
      expectTotal,
      ...fromTemplate,
      ...forSub,
      requestNo,
    })
    .check(segmentAndAmount),
  output: z.object({
    cardId: z.string(),
    cardSeqNo: z.string(),
    status: z.enum(['PENDING', 'ACTIVE']),
    orderNo: z.string(),
  }),
  refusals: [
    'coupon_unusable',
    'range_unavailable',
    'range_paused',
    'amount_below_min',
    'amount_above_max',
    'insufficient_wallet',
    'budget_exceeded',
    'plan_limit',
    'plan_excludes',
    'identity_required',
    'holder_unverified',
    'quote_expired',
    'quote_changed',
    'sub_frozen',
    'not_found',
    'controls_pinned',
  ],
})

export const freezeCard = call({
  on: 'POST /api/card/frozen',
  title: '冻结与解冻卡片 Freeze or unfreeze cards',
  who: 'card:freeze',
  action: 'freeze',
  once: true,
  input: z
    .object({
      cardId: z.optional(listOf(CardId, 1, 200)),
      cardIds: z.optional(listOf(CardId, 1, 200)),
      /** 1 freezes, 0 unfreezes. */
      frozen: yesNo,
      remark: z.optional(text(50)),
      requestNo,
    })
    .check(z.refine(({ cardId, cardIds }) => cardId ?? cardIds, { path: ['cardId'], message: 'choose_card' })),
  output: FreezeResult,
  refusals: [],
})

export const showCard = call({
  on: 'POST /api/card/detail',
  title: '卡片详情（可查看卡号） Card details, with number and CVC on request',
  who: 'card:view',
  input: z.object({ cardId: CardId, reveal: withDefault(yesNo, false), ticket: z.optional(text(80)) }),
  output: z.object({
    card: z.extend(Card, {
      /** Masked unless revealed; null until the issuer has made the card. */
      number: z.nullable(z.string()),
      cvc: z.optional(z.string()),
      /** The issuer's page with the number and code, if only the issuer may show them. Its address is valid for a minute, in a frame. */
      frame: z.optional(z.string()),
      limits: z.object({
        minLoad: Cents,
        perLoadMax: Cents,
        maxBalance: Cents,
        withdrawalsLeftToday: z.int(),
        /** Also 0 where the segment fixes the holder and address. */
        addressChangesLeft: z.int(),
      }),
      threeDs: Flag,
      /** Another card has taken its place, though it may still be usable. */
      replaced: Flag,
      /** It has taken the place of another card. */
      replaces: Flag,
    }),
    address: Address,
    tags: Card.shape.tags,
    group: z.nullable(z.object({ gid: z.string(), name: z.string() })),
    /** The last change of holder or address, while it is pending or after it was rejected. */
    holderChange: z.nullable(HolderChange),
    /** Why the card could not be opened. */
    openFailure: z.nullable(z.object({ code: z.string(), text: z.string() })),
    /** What the card will cost: the next monthly fee, and what a decline costs. */
    fees: z.object({
      /** Null without a monthly fee. `unpaid`: it was due, and neither the card nor the wallet could pay it. */
      nextMonthFee: z.nullable(z.object({ amount: Cents, time: Time, unpaid: Flag })),
      declineFee: Cents,
      freeDeclines: z.int(),
      /** Counted declines of the account this month; 0 where declines cost nothing. */
      declinesThisMonth: z.int(),
    }),
    /** Over the last `windowDays`: attempts that count towards the decline rate, and the counted declines among them. */
    stats: z.object({ authCount: z.int(), declineCount: z.int(), declineRateBps: z.int(), windowDays: z.int() }),
  }),
  refusals: ['not_found', 'step_up', 'card_not_active', 'issuer_unavailable'],
})

export const cardBalance = call({
  on: 'POST /api/card/getCardBalance',
  title: '卡片实时余额 Current balance of a card',
  reads: true,
  who: 'card:view',
  input: z.object({ cardId: CardId }),
  output: z.object({
    cardId: z.string(),
    balance: Cents,
    available: Cents,
    pending: Cents,
    unit: z.string(),
    asOf: Time,
  }),
  refusals: ['not_found'],
})

export const cardBill = call({
  on: 'POST /api/card/getCardBill',
  title: '卡片账单 Statement of a card',
  reads: true,
  who: 'card:view',
  input: z.object({
    ...pageInput,
    cardId: CardId,
    /** `2026-03`, in Asia/Shanghai. */
    month: z.optional(pattern(/^20\d{2}-(0[1-9]|1[0-2])$/)),
    type: z.optional(z.enum(keysOf<BillType>(billTypes))),
  }),
  output: pageOf(
    z.object({
      id: z.string(),
      time: Time,
      type: z.enum(keysOf<BillType>(billTypes)),
      desc: z.string(),
      merchantName: z.nullable(z.string()),
      /** Signed: the change in the card's balance. */
      amount: Cents,
      unit: z.string(),
      merchantAmount: z.nullable(z.int()),
      merchantCurrency: z.nullable(z.string()),
      balanceAfter: Cents,
      status: z.string(),
    }),
    z.object({ open: Cents, in: Cents, out: Cents, close: Cents }),
  ),
  refusals: ['not_found'],
})

export const priceLoad = call({
  on: 'POST /api/card/rechargeCost',
  title: '充值报价 Quote loading a card',
  who: 'card:recharge',
  input: z.object({ cardId: CardId, amount: cents(), couponId: z.optional(text(40)) }),
  output: Price,
  refusals: ['coupon_unusable', 'not_found', 'card_not_active', 'amount_below_min', 'amount_above_max'],
})

export const loadCard = call({
  on: 'POST /api/card/recharge',
  title: '卡片充值 Load a card from the wallet',
  who: 'card:recharge',
  action: 'load',
  once: true,
  input: z.object({
    cardId: CardId,
    amount: cents(),
    unit,
    couponId: z.optional(text(40)),
    quoteId,
    expectTotal,
    requestNo,
  }),
  output: z.object({
    orderNo: z.string(),
    status: z.literal('SUCCESS'),
    amount: Cents,
    serviceFee: Cents,
    total: Cents,
    balance: Cents,
  }),
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

export const priceWithdrawal = call({
  on: 'POST /api/card/reduceAmount',
  title: '可提现金额与费用 Quote withdrawing from a card',
  who: 'card:reduce',
  input: z.object({ cardId: CardId, amount: z.optional(cents()) }),
  output: z.object({ min: Cents, max: Cents, available: Cents, pending: Cents, fee: Cents, receive: Cents }),
  refusals: ['not_found', 'card_not_active'],
})

export const withdrawFromCard = call({
  on: 'POST /api/card/reduce',
  title: '卡片提现到钱包 Withdraw from a card to the wallet',
  who: 'card:reduce',
  action: 'unload',
  once: true,
  input: z.object({ cardId: CardId, amount: cents(), requestNo }),
  output: z.object({ orderNo: z.string(), status: z.literal('SUCCESS'), amount: Cents, fee: Cents, balance: Cents }),
  refusals: ['not_found', 'card_not_active', 'balance_out_of_range', 'too_fast', 'sub_frozen'],
})

export const deleteCard = call({
  on: 'POST /api/card/delete',
  title: '销卡，余额退回钱包 Delete a card and return its balance to the wallet',
  who: 'card:delete',
  action: 'delete',
  once: true,
  input: z.object({ cardId: CardId, reason: z.optional(text(100)), requestNo }),
  output: z.object({ status: z.enum(['CLOSED', 'CLOSING']), returned: Cents, pending: Cents }),
  refusals: ['not_found', 'card_not_active', 'conflict', 'sub_frozen'],
})

export const cardLog = call({
  on: 'POST /api/card/cardLog',
  title: '卡片操作日志 Activity log of a card',
  reads: true,
  who: 'card:log',
  input: z.object({ ...pageInput, cardId: CardId }),
  output: pageOf(
    z.object({
      id: z.string(),
      createTime: Time,
      type: z.enum(keysOf<CardLogType>(cardLogTypes)),
      typeText: z.string(),
      actorName: z.string(),
      subUid: z.optional(z.nullable(z.string())),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      amount: z.optional(z.nullable(Cents)),
      remark: z.string(),
      result: z.string(),
    }),
  ),
  refusals: ['not_found'],
})
