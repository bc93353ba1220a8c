/** Whether a charge would pass, and on which cards: judged by the rules that decide. Nothing is charged, held or counted. */
import * as z from 'zod/mini'
import { ControlLine, Scope, StoppedBy } from '../controls/stoppedBy.ts'
import { call } from '../core/call.ts'
import { cents, Cents, Flag, id, listOf, pattern, text, Time, yesNo } from '../core/fields.ts'
import { CardId, cardFilters } from '../cards/shapes.ts'
import { cureKinds } from './cures.ts'
import { Supposed } from './suppositions.ts'

/** Cards that are tried at once: of those that are meant, the ones with the most money. */
export const TRIED_MAX = 200

/** How a charge that is tried may be presented; a force post is never a request. */
export const triedPos = ['ECOMMERCE', 'RECURRING', 'ATM'] as const
const triedThreeDs = ['NONE', 'FRICTIONLESS', 'CHALLENGED'] as const

const { scope: _own, ...filters } = z.omit(cardFilters, {
  pageNo: true,
  pageSize: true,
  cursor: true,
  sort: true,
}).shape
/** The filters of the list of cards; `subs`: of the list of the sub-accounts' cards. */
export const triedFilters = { ...filters, scope: z.optional(z.enum(['own', 'subs', 'all'])) }

const Cure = z.object({
  kind: z.enum(cureKinds),
  text: z.string(),
  /** `LOAD`: what is missing on the card, or the least that can be loaded. */
  amount: z.optional(Cents),
  /** `LOAD`: what it costs, with the fee. */
  total: z.optional(Cents),
  /** `OTHER_CARD`: the best of those that pass. */
  cardId: z.optional(z.string()),
  /** `WAIT`: when the limit renews. */
  time: z.optional(Time),
  /** `CONTROL`: what to change. */
  scope: z.optional(Scope),
  scopeId: z.optional(z.string()),
  line: z.optional(ControlLine),
  limitId: z.optional(z.string()),
})

export const wouldPass = call({
  on: 'POST /api/card/wouldPass',
  title: '这笔付款会通过吗 Would this charge pass, and on which cards?',
  who: 'card:view',
  reads: true,
  input: z
    .object({
      /** A charge like this authorization: merchant, amount, currency, and how the card was presented. */
      cardAuthId: z.optional(id('atx')),
      /** Or a usual charge of this brand: as the merchant of it that charges the caller's cards most. */
      brandId: z.optional(id('brd')),
      /** Or of a merchant of this name. Without its kind and country: as the merchant that is meant usually is. */
      merchantName: z.optional(text(60, 1)),
      mcc: z.optional(pattern(/^\d{4}$/, 'mcc_shape')),
      country: z.optional(pattern(/^[A-Z]{2}$/, 'country_shape')),
      /** In cents of USD, as the network converts it; may be omitted for an authorization. 0: a verification of the card. */
      amount: z.optional(cents(0)),
      /** The merchant's. Of an authorization its own. */
      currency: z.optional(pattern(/^[A-Z]{3}$/)),
      pos: z.optional(z.enum(triedPos)),
      threeDs: z.optional(z.enum(triedThreeDs)),
      /** The merchant accepts a part of the amount. */
      partialOk: z.optional(yesNo),
      /** Absent, and without filters: the card of the authorization, and the active cards with the most money on them. */
      cardIds: z.optional(listOf(CardId, 1, TRIED_MAX)),
      /** What if: judged as though this had been done. Nothing of it is. */
      suppose: z.optional(Supposed),
      ...triedFilters,
    })
    .check(
      z.refine((input) => chargesIn(input) > 0, { path: ['merchantName'], message: 'charge_needed' }),
      z.refine(({ cardAuthId, brandId }) => !cardAuthId || !brandId, { path: ['brandId'], message: 'one_charge' }),
      z.refine(({ merchantName, cardAuthId, brandId }) => !merchantName || !(cardAuthId || brandId), {
        path: ['merchantName'],
        message: 'one_charge',
      }),
      z.refine(({ merchantName, mcc }) => !mcc || merchantName, { path: ['mcc'], message: 'one_charge' }),
      z.refine(({ merchantName, country }) => !country || merchantName, { path: ['country'], message: 'one_charge' }),
      z.refine(({ mcc, country }) => !country || mcc, { path: ['mcc'], message: 'required' }),
      z.refine(({ mcc, country }) => !mcc || country, { path: ['country'], message: 'required' }),
      z.refine(({ cardAuthId, amount }) => cardAuthId || amount !== undefined, {
        path: ['amount'],
        message: 'required',
      }),
    ),
  output: z.object({
    /** The charge as it was judged. */
    charge: z.object({
      merchantName: z.string(),
      mcc: z.string(),
      country: z.string(),
      brandId: z.nullable(z.string()),
      brandName: z.nullable(z.string()),
      /** 0: no merchant like it has charged a card here; its kind or country is assumed. */
      known: Flag,
      amount: Cents,
      merchantCurrency: z.string(),
    }),
    /** The card of the authorization first, then those that pass, the one with the most money first. */
    list: z.array(
      z.object({
        cardId: z.string(),
        cardSeqNo: z.string(),
        lastFour: z.string(),
        pass: Flag,
        /** What would be approved: less than the charge only if the merchant accepts a part. */
        amount: Cents,
        /** What would be held beside the amount for a conversion. */
        fee: Cents,
        available: Cents,
        /** Why it would be declined, as a decline names it. */
        reason: z.nullable(z.string()),
        reasonText: z.nullable(z.string()),
        advice: z.nullable(z.string()),
        /** What is missing on the card, if nothing else stops it. */
        shortBy: z.nullable(Cents),
        /** Which of the owner's controls would stop it, if one would. What was left of a limit only for those who may view controls. */
        why: z.nullable(StoppedBy),
        /** The amount that this limit or maximum needs to let the charge pass. Null: something else stops it, or the limit is on the number of purchases. */
        raiseTo: z.nullable(Cents),
        /** What the caller can do about it, the cheapest first. */
        cures: z.array(Cure),
      }),
    ),
    passing: z.int(),
    /** More cards are meant than were tried. */
    more: Flag,
    /** Passes: the card of the authorization, or else the one with the most money on it. */
    best: z.nullable(z.string()),
    /** When it was judged. Expiry date, security code and billing address are taken as right, and 3-D Secure as it was, or as passed if it had failed. */
    time: Time,
    /** The same in words, in the time zone of the account. */
    note: z.string(),
  }),
  refusals: ['not_found'],
})

type Named = { cardAuthId?: unknown; brandId?: unknown; merchantName?: unknown }
const chargesIn = ({ cardAuthId, brandId, merchantName }: Named): number =>
  [cardAuthId, brandId, merchantName].filter(Boolean).length
