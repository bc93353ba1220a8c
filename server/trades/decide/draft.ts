/** The decisions of a set, kept as columns until they are written. */
import { approvalCodes } from '#contract/trades/declines.ts'
import { textOf, type Warning } from '#server/controls/controls.ts'
import type { AuthorizationDecision, AuthorizationRequest } from '#server/outside/outside.ts'
import { arrayOf, type Type, type Value } from './arrays.ts'
import type { RulesNow } from '../rules/rulesNow.ts'
import type { ShadowSeen } from '../rules/shadow.ts'
import type { Limits } from '../rules/limits.ts'
import type { DecidedCard } from '../rules/rules.ts'
import { messageHashOf } from '../authId.ts'
import { written, type DecidedColumn } from './statements.ts'
import { dayOf } from '#server/core/clock.ts'

/** A row of the statement that looks up the network's reference. With `reversed`: an event that arrived before its authorization. */
export type Known = [
  ref: string,
  authId: string | null,
  reason: string | null,
  isoCode: string | null,
  amountCents: number | null,
  reversed: boolean | null,
  cleared: number | null,
  laId: number | null,
  cardId: string | null,
  cell: number,
  messageHash: number | null,
]
export type Awaited = { readonly reversed: boolean; readonly clearedCents: number }
/** The first answer to a request. The same reference for another card is not the same request. */
type Answered = { readonly laId: number; readonly messageHash: number | null; readonly answer: AuthorizationDecision }
/** What has to be followed up after the commit (afterDecision.ts). */
export type News = { readonly accountId: string; readonly cardId: string } & (
  | { readonly kind: 'declined' | 'ranShort' | 'blocked' | 'usedUp' }
  | { readonly kind: 'nearLimit'; readonly warning: Warning }
)

/** One authorization; its hold, if any, is on the account `la_id`. */
export type Decided = Record<DecidedColumn, Value>

export class Draft {
  readonly issuerId: string
  readonly now: number
  /** First answers, by cell and the network's reference for the request, which is unique in a cell: from earlier and from this set. */
  readonly #answered = new Map<string, Answered>()
  /** By the network's reference and the card: an event for another card's authorization does not count. */
  readonly #awaited = new Map<string, Awaited>()
  readonly adopted: { ref: string; authId: string; cardId: string; cell: number }[] = []
  readonly news: News[] = []
  /** Some of the set were answered in an earlier transaction. */
  readonly replays: boolean
  readonly #decided: Decided[] = []
  readonly #cards = new Map<string, DecidedCard>()

  /** The current rules, the same for the whole set, and those in shadow mode. */
  readonly limits: Limits
  readonly shadow: Limits | undefined
  readonly seen: ShadowSeen[] = []

  readonly #refHashOf: ReadonlyMap<string, Buffer>

  constructor(
    issuerId: string,
    now: number,
    known: readonly Known[],
    { live, shadow }: RulesNow,
    refHashOf: ReadonlyMap<string, Buffer>,
  ) {
    this.issuerId = issuerId
    this.now = now
    this.#refHashOf = refHashOf
    this.limits = live
    this.shadow = shadow?.limits
    for (const [ref, authId, reason, isoCode, amount, reversed, cleared, laId, cardId, cell, messageHash] of known) {
      if (authId === null) this.#awaited.set(`${cardId} ${ref}`, { reversed: reversed!, clearedCents: cleared! })
      else
        this.#answered.set(`${cell} ${ref}`, {
          laId: laId!,
          messageHash,
          answer: replay(authId, reason, isoCode!, amount!),
        })
    }
    this.replays = this.#answered.size > 0
  }

  answeredFor({ cell }: DecidedCard, ref: string): Answered | undefined {
    return this.#answered.get(`${cell} ${ref}`)
  }

  answer({ cell, laId }: DecidedCard, { ref, messageRef }: AuthorizationRequest, answer: AuthorizationDecision): void {
    this.#answered.set(`${cell} ${ref}`, { laId, messageHash: messageHashOf(messageRef), answer })
  }

  refHash(ref: string): Buffer {
    return this.#refHashOf.get(ref)!
  }

  awaitedFor({ cardId }: DecidedCard, ref: string): Awaited | undefined {
    return this.#awaited.size === 0 ? undefined : this.#awaited.get(`${cardId} ${ref}`)
  }

  write(card: DecidedCard, decided: Decided): void {
    this.#decided.push(decided)
    this.#cards.set(card.cardId, card)
  }

  /** The cards that something was decided for, by account. */
  get cardsOf(): ReadonlyMap<string, ReadonlySet<string>> {
    const cardsOf = new Map<string, Set<string>>()
    for (const { accountId, cardId } of this.#cards.values())
      cardsOf.set(accountId, (cardsOf.get(accountId) ?? new Set()).add(cardId))
    return cardsOf
  }

  get isEmpty(): boolean {
    return this.#decided.length === 0
  }

  /** In the order of the parameters of the write statements. */
  values(): (string | Buffer)[] {
    const usages = [...this.#cards.values()].map(({ cell, laId, usage: u }) => [
      cell,
      laId,
      u.wrongCvc,
      u.wrongCvcSince,
      u.blockedUntil,
      u.short,
      u.shortSince,
      u.hour,
      u.hourCount,
      u.day,
      u.dayCents,
      u.rateDay,
      u.approved,
      u.declined,
      u.recent,
      textOf(u.counters),
    ])
    return [
      this.issuerId,
      ...written.decided.map(({ name, type }) =>
        arrayOf(
          type,
          this.#decided.map((row) => row[name]),
        ),
      ),
      ...columnsOf(written.usage, usages),
      ...(this.isFirst ? columnsOf(written.day, this.#daysOver) : []),
    ]
  }
  /** Some cards had not been used before, or not today: their rows may have to be inserted. */
  isFirst = false
  readonly #daysOver: [
    cell: number,
    accountId: string,
    day: number,
    cardId: string,
    approved: number,
    declined: number,
  ][] = []

  /** The card's two counters belong to one day; those of a past day move to a row of their own. Called before the first change of a card. */
  openDay({ cell, cardId, accountId, usage }: DecidedCard): void {
    const today = dayOf(this.now)
    if (usage.rateDay === today) return
    this.isFirst = true
    if (usage.approved || usage.declined)
      this.#daysOver.push([cell, accountId, usage.rateDay, cardId, usage.approved, usage.declined])
    ;[usage.rateDay, usage.approved, usage.declined] = [today, 0, 0]
  }
}

const columnsOf = (columns: readonly { readonly type: Type }[], rows: readonly (readonly Value[])[]) =>
  columns.map(({ type }, i) =>
    arrayOf(
      type,
      rows.map((row) => row[i]!),
    ),
  )

const approvals = new Set<string>(Object.values(approvalCodes))

/** Restores the original answer from the stored row: later changes of the authorization do not affect it. */
function replay(
  authorizationId: string,
  reason: string | null,
  isoCode: string,
  amountCents: number,
): AuthorizationDecision {
  const approved = approvals.has(isoCode)
  return {
    approved,
    amountCents,
    isoCode,
    authorizationId,
    ...(reason !== null && { reason: reason as NonNullable<AuthorizationDecision['reason']> }),
  }
}
