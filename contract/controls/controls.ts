/** The calls of controls: what an owner allows on a card, what is left of its limits, and who changed them. */
import * as z from 'zod/mini'
import { CardId } from '../cards/shapes.ts'
import { call } from '../core/call.ts'
import {
  Cents,
  Flag,
  listOf,
  pageInput,
  pageOf,
  preprocess,
  requestNo,
  text,
  Time,
  whole,
  type Words,
} from '../core/fields.ts'
import { Controls, CONTROLS_BYTES, limitWindows } from './documents.ts'

/** What a document applies to. */
export const controlScopes = { CARD: { cn: '卡片', en: 'Card' } } as const satisfies Record<string, Words>
const Scope = z.enum(['CARD'])

export const CARDS_A_SAVE = 200
const ControlNo = z.int()

/** A document in a form is JSON. */
const Document = preprocess((value) => {
  if (typeof value !== 'string') return value
  if (new TextEncoder().encode(value).length > CONTROLS_BYTES) return undefined
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}, Controls)

/** What one limit has counted in its current window. `left` and `countLeft` are null where the limit has no such part. */
const Standing = z.object({
  limitId: z.string(),
  used: Cents,
  left: z.nullable(Cents),
  count: z.int(),
  countLeft: z.nullable(z.int()),
  /** When the window ends; of rolling hours: when the oldest part of what is counted leaves it. Null: never, or nothing is counted. */
  resetTime: z.nullable(Time),
  /** More than the limit: settlements are never declined. */
  over: Flag,
})

export const showControls = call({
  on: 'GET /api/card/controls',
  title: '卡片管控 Controls of a card, and what is left of its limits',
  who: 'card:control.view',
  input: z.object({ scope: Scope, scopeId: CardId }),
  output: z.object({
    /** `{}`: no controls. */
    controls: Controls,
    controlNo: z.nullable(ControlNo),
    setBy: z.nullable(z.string()),
    setTime: z.nullable(Time),
    standing: z.array(Standing),
    /** The zone of the windows and hours. */
    timeZone: z.string(),
  }),
  refusals: ['not_found'],
})

export const saveControls = call({
  on: 'POST /api/card/controls/save',
  title: '设置卡片管控 Set or remove the controls of cards',
  who: 'card:control',
  action: 'edit',
  once: true,
  perMinute: 40,
  input: z.object({
    scope: Scope,
    scopeIds: listOf(CardId, 1, CARDS_A_SAVE),
    /** As JSON; `{}` removes the controls. */
    controls: Document,
    note: z.optional(text(100)),
    /** The number that was shown, 0 for none: cards whose controls have changed since are left as they are. */
    expectNo: z.optional(whole(0)),
    requestNo,
  }),
  output: z.object({
    results: z.array(
      z.object({
        scopeId: z.string(),
        ok: Flag,
        /** Why not, by name and in words. */
        refusal: z.nullable(z.enum(['not_found', 'card_not_active', 'conflict'])),
        msg: z.string(),
        /** The document that the card has now. */
        controlNo: z.nullable(ControlNo),
      }),
    ),
  }),
  refusals: [],
})

export const controlHistory = call({
  on: 'GET /api/card/controls/history',
  title: '卡片管控记录 Changes of the controls of a card, newest first',
  who: 'card:control.view',
  input: z.object({ ...pageInput, scope: Scope, scopeId: CardId }),
  /** Each with the documents before and after, which the console compares. */
  output: pageOf(
    z.object({
      id: z.string(),
      createTime: Time,
      setBy: z.string(),
      note: z.string(),
      before: Controls,
      after: Controls,
    }),
  ),
  refusals: ['not_found'],
})

export const enums = { controlScope: controlScopes, limitWindow: limitWindows }
