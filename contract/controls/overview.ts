/** Controls of an account at a glance: where they are in force, and which cards have nearly used up a limit. */
import * as z from 'zod/mini'
import { CardId } from '../cards/shapes.ts'
import { call } from '../core/call.ts'
import { Standing } from './controls.ts'
import { Controls, Limit } from './documents.ts'
import { Scope } from './stoppedBy.ts'

/** A limit is nearly used up from this percentage on. */
export const NEAR_PERCENT = 80
/** Documents of cards that are listed, and cards near a limit: those that most cards have, and those that have used most. */
export const LISTED_AT_MOST = 100

const { cardId, cardSeqNo, lastFour } = { cardId: z.string(), cardSeqNo: z.string(), lastFour: z.nullable(z.string()) }

export const controlsInForce = call({
  on: 'GET /api/card/controls/inForce',
  title: '生效中的管控 Controls in force: of the account, its sub-accounts and groups, and of cards',
  who: 'card:control.view',
  input: z.object({}),
  output: z.object({
    /** What cards share. A sub-account gets none: the page of a card shows it what applies. */
    scopes: z.array(
      z.object({
        scope: Scope,
        scopeId: z.string(),
        name: z.string(),
        controls: Controls,
        standing: z.array(Standing),
      }),
    ),
    /** Documents of cards, those of most cards first. `cardId` is the only card, or one of them. */
    documents: z.array(
      z.object({ controlNo: z.int(), controls: Controls, cardCount: z.int(), cardId, cardSeqNo, lastFour }),
    ),
    /** How many documents cards have, also those that are not listed. */
    documentCount: z.int(),
  }),
  refusals: [],
})

export const cardsNearLimit = call({
  on: 'GET /api/card/controls/near',
  title: '接近限额的卡片 Cards that have used 80 % of one of their limits, or more',
  who: 'card:control.view',
  perMinute: 60,
  input: z.object({
    /** Where the answer before this one has ended. */
    after: z.optional(CardId),
  }),
  output: z.object({
    /** The fullest first. */
    list: z.array(
      z.object({
        cardId,
        cardSeqNo,
        lastFour,
        limit: Limit,
        standing: Standing,
        /** Of the amount or of the number of purchases, whichever is fuller. */
        percent: z.int(),
      }),
    ),
    /** How many limits are as full, also those that are not listed. */
    found: z.int(),
    /** One answer looks at so many cards with controls. */
    looked: z.int(),
    /** Where to go on; null: these were all. */
    next: z.nullable(z.string()),
  }),
  refusals: [],
})
