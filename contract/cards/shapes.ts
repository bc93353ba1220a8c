/** Shared shapes of the card calls. */
import * as z from 'zod'
import { Address } from './addresses.ts'
import { blockNames, cardNetworks, shownStatuses, type CardNetwork } from './states.ts'
import { Cents, Flag, id, listOf, pageInput, pageOf, text, Time, time, whole } from '../core/fields.ts'

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
  threeDs: Flag,
  avs: Flag,
  editAddress: Flag,
  nameRule: z.string(),
  billingCountry: z.string(),
  stock: z.int().nullable(),
  tags: z.array(z.string()),
  scene: z.array(z.string()),
  desc: z.string(),
  newCardMinTopupAmount: z.object({ amount: Cents, unit: z.string() }),
  available: Flag,
  reason: z.string().optional(),
})

export const Card = z.object({
  cardId: z.string(),
  cardSeqNo: z.string(),
  /** Null until the issuer has made the card. */
  lastFour: z.string().nullable(),
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
  openDate: Time,
  expMonth: z.int().nullable(),
  expYear: z.int().nullable(),
  gid: z.string().nullable(),
  groupName: z.string().nullable(),
  remark: z.string(),
  subUid: z.string().nullable(),
  subNickname: z.string().nullable().optional(),
  address: Address,
  tags: z.array(z.object({ tagId: z.string(), name: z.string(), color: z.string() })),
})
export type Card = z.infer<typeof Card>

const cardSorts = ['openDate', 'balance', 'available', 'deposit', 'consume', 'cardSeqNo'] as const

export const cardFilters = z.object({
  ...pageInput,
  cardSeqNo: text(20).optional(),
  lastFour: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  vid: text(20).optional(),
  segment: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional(),
  status: listOf(z.enum(shownStatuses)).optional(),
  /** `0`: cards without a group. */
  gid: text(40).optional(),
  tagId: text(40).optional(),
  holder: text(60).optional(),
  minBalance: whole().optional(),
  maxBalance: whole().optional(),
  openStart: time.optional(),
  openEnd: time.optional(),
  subUid: text(40).optional(),
  /** `own`: a parent's own cards; `all` adds the cards of its sub-accounts. */
  scope: z.enum(['own', 'all']).default('own'),
  /** A leading minus sorts in descending order. */
  sort: z.enum([...cardSorts, ...cardSorts.map((sort) => `-${sort}` as const)]).default('-openDate'),
})
export const cardList = pageOf(Card, z.object({ balance: Cents, count: z.record(z.string(), z.int()) }))

export const Holder = z.object({
  firstName: z.string(),
  lastName: z.string(),
  ...Address.shape,
  phone: z.string().optional(),
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
  walletBalance: Cents.nullable(),
  enough: Flag,
  popStatus: Flag,
  popMsg: z.string(),
})

export const FreezeResult = z.object({
  results: z.array(
    z.object({ cardId: z.string(), status: z.enum(shownStatuses).nullable(), ok: Flag, msg: z.string() }),
  ),
})
