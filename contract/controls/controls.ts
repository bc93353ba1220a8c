/** The calls of controls: what an owner allows on a card, a group, a sub-account or all cards, what is left of its limits, and who changed them. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, Flag, listOf, pageInput, pageOf, requestNo, text, Time, time, whole } from '../core/fields.ts'
import { asJson, Controls } from './documents.ts'
import { Locked, lockStates, lockWays } from './locks.ts'
import { controlScopes, limitWindows, Scope } from './stoppedBy.ts'

export const CARDS_A_SAVE = 200
/** Controls may be set for so many days; then what was before is back. */
export const UNTIL_DAYS = 90
const ControlNo = z.int()
/** The ID of a card, a group or a sub-account; omitted for the account. */
const ScopeId = text(40, 1)

/** A document in a form is JSON. */
export const Document = asJson(Controls)

/** What one limit has counted in its current window. `left` and `countLeft` are null where the limit has no such part. */
export const Standing = z.object({
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

/** What a document that only watches would have declined since it began to. Null: it does not watch. */
const Watched = z.nullable(z.object({ count: z.int(), amount: Cents }))

export const showControls = call({
  on: 'GET /api/card/controls',
  title: '管控 Controls of a card, group, sub-account or account, and what is left of their limits',
  who: 'card:control.view',
  input: z.object({ scope: Scope, scopeId: z.optional(ScopeId) }),
  output: z.object({
    /** `{}`: no controls. */
    controls: Controls,
    controlNo: z.nullable(ControlNo),
    setBy: z.nullable(z.string()),
    setTime: z.nullable(Time),
    /** Set for a time: until then. Afterwards what was before is back, `returns`; `{}`: no controls. */
    until: z.nullable(Time),
    returns: z.nullable(Controls),
    standing: z.array(Standing),
    watched: Watched,
    /** Of a card: its lock as it is now; null: none. */
    lock: z.nullable(Locked),
    /** Of a card that is for some purchases only: how many more it takes. Null: any number. */
    usesLeft: z.nullable(z.int()),
    /** Of a card: the controls of its group, its sub-account and its account, which apply as well. */
    effective: z.array(
      z.object({
        scope: Scope,
        scopeId: z.string(),
        name: z.string(),
        controls: Controls,
        standing: z.array(Standing),
        watched: Watched,
      }),
    ),
    /** The zone of the windows and hours. */
    timeZone: z.string(),
  }),
  refusals: ['not_found'],
})

export const saveControls = call({
  on: 'POST /api/card/controls/save',
  title: '设置管控 Set or remove the controls of cards, groups, sub-accounts or the account',
  who: 'card:control',
  action: 'edit',
  once: true,
  perMinute: 40,
  input: z.object({
    scope: Scope,
    /** Omitted for the account. */
    scopeIds: z.optional(listOf(ScopeId, 1, CARDS_A_SAVE)),
    /** As JSON; `{}` removes the controls. */
    controls: Document,
    note: z.optional(text(100)),
    /** Afterwards what was in force before is back, unless it is changed in between: at most 90 days ahead. */
    until: z.optional(time),
    /** The number that was shown, 0 for none: what has been changed since is left as it is. */
    expectNo: z.optional(whole(0)),
    requestNo,
  }),
  output: z.object({
    results: z.array(
      z.object({
        scopeId: z.string(),
        ok: Flag,
        /** Why not, by name and in words. */
        refusal: z.nullable(z.enum(['not_found', 'card_not_active', 'controls_pinned', 'conflict'])),
        msg: z.string(),
        /** The document that it has now. */
        controlNo: z.nullable(ControlNo),
      }),
    ),
  }),
  refusals: [],
})

export const controlHistory = call({
  on: 'GET /api/card/controls/history',
  title: '管控记录 Changes of controls, newest first',
  who: 'card:control.view',
  input: z.object({ ...pageInput, scope: Scope, scopeId: z.optional(ScopeId) }),
  /** Each with the documents before and after, which the console compares. */
  output: pageOf(
    z.object({
      id: z.string(),
      createTime: Time,
      setBy: z.string(),
      note: z.string(),
      before: Controls,
      after: Controls,
      /** Set for a time: until then. */
      until: z.nullable(Time),
      /** The time was over, and what was before came back; `setBy` had set the time. */
      returned: Flag,
    }),
  ),
  refusals: ['not_found'],
})

export const enums = {
  controlScope: controlScopes,
  limitWindow: limitWindows,
  lockState: lockStates,
  lockWay: lockWays,
}
