/** Events that were not applied: shown with their data and ours, retried, or dismissed by two people. */
import * as z from 'zod'
import type * as contract from '#contract/trades/desk/heldEvents.ts'
import {
  eventFacts,
  eventTypes,
  heldStates,
  holdReasons,
  type EventFact,
  type HeldEvent,
  type HoldReason,
} from '#contract/trades/desk/heldEvents.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { authStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { endAlarm } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardNames, cardOfIssuer } from '#server/cards/cards.ts'
import { db, type Tx } from '#server/core/db.ts'
import { holdersOf } from '#server/identity/identity.ts'
import { approvable, recordStaff, waitingByLane } from '#server/staff/staff.ts'
import type { Fact } from '#server/trades/events/checkEvent.ts'
import { applyLater } from '#server/trades/events/intake.ts'
import { forgetCode } from '#server/trades/queries.ts'
import { heldPage, lockHeld, setHeld, type InboxRow } from './queries.ts'

export const listHeldEvents: Answer<typeof contract.listHeldEvents> = async ({ from: { lang } }, input) => {
  const { pageNo, pageSize, scope } = input
  const [{ rows, count }, approvals] = await Promise.all([
    heldPage(db, { open: scope === 'open', pageNo, pageSize }),
    waitingByLane(db, 'event.dismiss'),
  ])
  const cards = await Promise.all(rows.map(({ issuer_id, card_ref }) => cardOfIssuer(db, issuer_id, card_ref)))
  const [holders, names] = await Promise.all([
    holdersOf(cards.map((card) => card?.accountId ?? null)),
    Promise.all(cards.map(async (card) => card && (await cardNames(db, card.accountId, [card.cardId])))),
  ])
  return {
    data: rows.map((row, i) => ({
      ...shown(row, lang),
      card: names[i]?.get(cards[i]!.cardId) ?? null,
      holder: holders.get(cards[i]?.accountId ?? '') ?? null,
      approvalId: approvals.get(row.event_id) ?? null,
    })),
    total: count,
    pageNo,
    pageSize,
    haveNext: count > pageNo * pageSize,
    summary: undefined,
  }
}

/** The only fields that are shown of an event: a body may contain a code, so it is never shown whole. */
type Body = {
  amount?: unknown
  currency?: unknown
  merchant?: { name?: unknown }
  authRef?: unknown
  clearingRef?: unknown
  occurredAt?: unknown
}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 100) : null)
const wholeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

function shown(row: InboxRow, lang: Lang): Omit<HeldEvent, 'card' | 'holder' | 'approvalId'> {
  const body = row.body as Body
  const state = row.state === 'DISMISSED' ? 'DISMISSED' : row.claimed ? 'CLAIMED' : 'HELD'
  const reason = (row.reason ?? 'NOT_APPLIED') as HoldReason
  return {
    eventId: row.event_id,
    type: row.type,
    typeText: wordOf(eventTypes, row.type, lang),
    state,
    stateText: heldStates[state][lang],
    reason,
    reasonText: holdReasons[reason][lang],
    facts: ((row.facts ?? []) as unknown as Fact[]).map(({ fact, told, ours }) => ({
      label: eventFacts[fact][lang],
      told: wordOf(wordsOfTold[fact] ?? {}, told, lang),
      ours: wordOf(wordsOfOurs[fact] ?? {}, ours, lang),
    })),
    error: row.error,
    amount: wholeOf(body.amount),
    unit: textOf(body.currency) ?? '',
    merchant: textOf(body.merchant?.name),
    authRef: textOf(body.authRef),
    clearingRef: textOf(body.clearingRef),
    occurTime: wholeOf(body.occurredAt),
    receiveTime: row.received_at.getTime(),
    holdTime: (row.held_at ?? row.received_at).getTime(),
  }
}
const wordsOfTold: { readonly [F in EventFact]?: Readonly<Record<string, Words>> } = {
  type: eventTypes,
  status: authStatuses,
}
const wordsOfOurs: typeof wordsOfTold = { type: tradeTypes, status: authStatuses }
const wordOf = (words: Readonly<Record<string, Words>>, name: string, lang: Lang): string => words[name]?.[lang] ?? name

/** A waiting event without a pending approval. */
async function waiting(tx: Tx, eventId: string): Promise<InboxRow> {
  const found = await lockHeld(tx, eventId)
  if (!found) throw refuse('not_found')
  if (found.state !== 'HELD' || found.claimed) throw refuse('conflict')
  return found
}

export const retryEvent: Answer<typeof contract.retryEvent> = async (staff, { eventId, reason }, tx) => {
  const event = await waiting(tx, eventId)
  await setHeld(tx, event, { state: 'NEW', reason: null })
  await endAlarm(tx, 'EVENT_ON_HOLD', eventId)
  await applyLater(tx, event.issuer_id, event.card_ref)
  await recordStaff(tx, staff, {
    action: 'MONEY',
    target: eventId,
    reason,
    content: { cn: '重新处理挂起的网络通知', en: 'Retried a network event on hold' },
    before: { state: 'HELD', reason: event.reason },
    after: { state: 'NEW' },
  })
  return { eventId }
}

export const dismissEventApproval = approvable('event.dismiss', {
  payload: z.object({ eventId: z.string() }),
  async shows(tx, { eventId }) {
    const row = (await lockHeld(tx, eventId))!
    const [cn, en] = [shown(row, 'cn'), shown(row, 'en')]
    const card = await cardOfIssuer(tx, row.issuer_id, row.card_ref)
    const line = (label: Words, after: string | Words) => ({ label, before: null, after })
    return {
      target: eventId,
      accountId: card?.accountId,
      amountCents: en.amount !== null && en.unit === 'USD' ? en.amount : undefined,
      onlyOne: eventId,
      lines: [
        line({ cn: '通知', en: 'Event' }, { cn: cn.typeText, en: en.typeText }),
        line({ cn: '挂起原因', en: 'Reason on hold' }, { cn: cn.reasonText, en: en.reasonText }),
        ...(en.amount === null ? [] : [line(eventFacts.amount, show(en.amount, en.unit))]),
        ...(en.merchant === null ? [] : [line({ cn: '商户', en: 'Merchant' }, en.merchant)]),
        ...en.facts.map(({ told, ours }, i) => ({
          label: { cn: cn.facts[i]!.label, en: en.facts[i]!.label },
          before: ours || null,
          after: told,
        })),
      ],
    }
  },
  async apply(tx, { eventId }, { maker, checker, reason }) {
    const event = await lockHeld(tx, eventId)
    if (event?.state !== 'HELD') throw refuse('conflict')
    await setHeld(tx, event, { state: 'DISMISSED', claimed: false })
    await forgetCode(tx, event.issuer_id, eventId)
    await endAlarm(tx, 'EVENT_ON_HOLD', eventId)
    await recordStaff(tx, checker, {
      action: 'MONEY',
      target: eventId,
      reason,
      content: {
        cn: `关闭挂起的网络通知，未入账，经办 ${maker.name}`,
        en: `Dismissed a network event without posting, requested by ${maker.name}`,
      },
      before: { state: 'HELD', reason: event.reason },
      after: { state: 'DISMISSED' },
    })
  },
  async dropped(tx, { eventId }) {
    const event = await lockHeld(tx, eventId)
    if (event) await setHeld(tx, event, { claimed: false })
  },
})

export const dismissEvent: Answer<typeof contract.dismissEvent> = async (staff, { eventId, reason }, tx) => {
  const event = await waiting(tx, eventId)
  await setHeld(tx, event, { claimed: true })
  return { approvalId: await dismissEventApproval.propose(tx, staff, { eventId }, reason) }
}
