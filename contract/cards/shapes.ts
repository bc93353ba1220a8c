/** Shared shapes of the card calls. */
import * as z from 'zod/mini'
import { Address } from './addresses.ts'
import { Locked } from '../controls/locks.ts'
import { blockNames, cardNetworks, shownStatuses, threeDsWays, type CardNetwork, type ThreeDsBy } from './states.ts'
import {
  Cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  text,
  Time,
  time,
  whole,
  withDefault,
  yesNo,
} from '../core/fields.ts'

export const keysOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]

export const CardId = id('crd')

/** A card segment as offered to this account, at the prices of the account's plan. */
export const CardRange = z.object({
  vid: z.string(),
  /** The first digits of the card numbers. */
  name: z.string(),
  network: z.enum(keysOf<CardNetwork>(cardNetworks)),
  country: z.string(),
  currency: z.string(),
  openFee: Cents,
  loadFeeBps: z.int(),
  minOpen: Cents,
  maxOpen: Cents,
  minLoad: Cents,
  perLoadMax: Cents,
  maxBalance: Cents,
  crossBorderBps: z.int(),
  /** Each month on the day of opening. */
  monthFee: Cents,
  /** For each counted decline after the first `freeDeclines` of the account in a calendar month. */
  declineFee: Cents,
  freeDeclines: z.int(),
  threeDs: Flag,
  /** CODE: shown in the console. ANSWER: confirmed there. ISSUER: the issuer asks the cardholder itself. NONE: there is no 3-D Secure. */
  threeDsBy: z.enum(keysOf<ThreeDsBy>(threeDsWays)),
  /** The issuer lets a merchant take a part when the balance is too low for all. */
  partialApproval: Flag,
  avs: Flag,
  editAddress: Flag,
  /** VERIFIED: cards are issued to the account's verified cardholder only. */
  holderMode: z.enum(['FREE', 'VERIFIED']),
  nameRule: z.string(),
  billingCountry: z.string(),
  stock: z.nullable(z.int()),
  tags: z.array(z.string()),
  scene: z.array(z.string()),
  desc: z.string(),
  newCardMinTopupAmount: z.object({ amount: Cents, unit: z.string() }),
  available: Flag,
  reason: z.optional(z.string()),
})

export const Card = z.object({
  cardId: z.string(),
  cardSeqNo: z.string(),
  /** Null until the issuer has made the card. */
  lastFour: z.nullable(z.string()),
  segment: z.string(),
  vid: z.string(),
  network: z.enum(keysOf<CardNetwork>(cardNetworks)),
  firstName: z.string(),
  lastName: z.string(),
  unit: z.string(),
  balance: Cents,
  available: Cents,
  pending: Cents,
  /** Loaded and spent over the life of the card. */
  deposit: Cents,
  consume: Cents,
  status: z.enum(shownStatuses),
  statusText: z.string(),
  blocks: z.array(z.enum(blockNames)),
  /** When its controls delete, freeze and unfreeze it. */
  closeTime: z.nullable(Time),
  freezeTime: z.nullable(Time),
  thawTime: z.nullable(Time),
  openDate: Time,
  expMonth: z.nullable(z.int()),
  expYear: z.nullable(z.int()),
  gid: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  remark: z.string(),
  subUid: z.nullable(z.string()),
  subNickname: z.optional(z.nullable(z.string())),
  /** 0: its issuer takes no other holder or address, so no page offers to change them. */
  editHolder: Flag,
  address: Address,
  tags: z.array(z.object({ tagId: z.string(), name: z.string(), color: z.string() })),
  /** In lists, for who may view controls: what the card is locked to; null: it has no lock. */
  lock: z.optional(z.nullable(Locked)),
})
export type Card = z.infer<typeof Card>

const cardSorts = ['openDate', 'balance', 'available', 'deposit', 'consume', 'cardSeqNo'] as const

export const cardScope = z.enum(['own', 'all'])

export const cardFilters = z.object({
  ...pageInput,
  cardSeqNo: z.optional(text(20)),
  lastFour: z.optional(pattern(/^\d{1,4}$/)),
  vid: z.optional(text(20)),
  segment: z.optional(pattern(/^\d{1,8}$/)),
  status: z.optional(listOf(z.enum(shownStatuses))),
  /** `0`: cards without a group. */
  gid: z.optional(text(40)),
  tagId: z.optional(text(40)),
  /** Cards whose controls lock them, or whose do not. */
  lock: z.optional(yesNo),
  /** Cards with this document of controls. */
  controlNo: z.optional(whole(1)),
  holder: z.optional(text(60)),
  minBalance: z.optional(whole()),
  maxBalance: z.optional(whole()),
  openStart: z.optional(time),
  openEnd: z.optional(time),
  subUid: z.optional(text(40)),
  /** `own`: a parent's own cards; `all` adds the cards of its sub-accounts. */
  scope: withDefault(cardScope, 'own'),
  /** A leading minus sorts in descending order. */
  sort: withDefault(z.enum([...cardSorts, ...cardSorts.map((sort) => `-${sort}` as const)]), '-openDate'),
})
export const cardList = pageOf(Card, z.object({ balance: Cents, count: z.record(z.string(), z.int()) }))

export const Holder = z.object({
  firstName: z.string(),
  lastName: z.string(),
  ...Address.shape,
  phone: z.optional(z.string()),
})

export const Price = z.object({
  quoteId: z.string(),
  expireTime: Time,
  amount: Cents,
  serviceFee: Cents,
  couponOff: Cents,
  total: Cents,
  unit: z.string(),
  /** Null for a sub-account that may not see the wallet. */
  walletBalance: z.nullable(Cents),
  enough: Flag,
  popStatus: Flag,
  popMsg: z.string(),
})

export const FreezeResult = z.object({
  results: z.array(
    z.object({ cardId: z.string(), status: z.nullable(z.enum(shownStatuses)), ok: Flag, msg: z.string() }),
  ),
})
