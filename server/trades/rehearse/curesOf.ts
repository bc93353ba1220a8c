import { availability } from '#contract/core/permissions.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show, type Cents } from '#contract/core/money.ts'
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import type { Output } from '#contract/core/call.ts'
import { cureKinds, cures, cureWords, type CureKind } from '#contract/trades/cures.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { wouldPass as row } from '#contract/trades/wouldPass.ts'
import type { CardToTry } from '#server/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'

type Cure = Output<typeof row>['list'][number]['cures'][number]
type Other = Pick<CardToTry, 'cardId' | 'cardSeqNo' | 'lastFour'>
type Stopped = {
  readonly card: CardToTry
  readonly reason: DeclineReason
  readonly shortBy: Cents | null
  readonly why: StoppedBy | null
  /** Another card that would pass. */
  readonly best: Other | undefined
}

/** What the caller can do about a decline, the cheapest first: only what is permitted, and would help. */
export function curesOf(actor: Actor, stopped: Stopped): Cure[] {
  const named: readonly CureKind[] = cures[stopped.reason]
  return cureKinds.flatMap((kind) => {
    const filled = named.includes(kind) || kind === 'OTHER_CARD' ? fill[kind](actor, stopped) : undefined
    if (!filled) return []
    const text = cureWords[kind][actor.from.lang]
      .replace('{amount}', show(filled.amount ?? 0))
      .replace('{card}', stopped.best ? `···· ${stopped.best.lastFour || stopped.best.cardSeqNo}` : '')
    return [{ kind, text, ...filled }]
  })
}

const fill: Record<CureKind, (actor: Actor, stopped: Stopped) => Omit<Cure, 'kind' | 'text'> | undefined> = {
  THREEDS: () => ({}),
  // Other blocks are not the caller's to lift.
  UNFREEZE: ({ may, standing }, { card: { blocks, mayUnfreeze } }) =>
    mayUnfreeze && blocks === cardBlocks.USER.bit && may.has('card:freeze') && availability.unfreeze[standing]
      ? {}
      : undefined,
  OTHER_CARD: (_actor, { best }) => best && { cardId: best.cardId },
  WAIT: (_actor, { why }) => (why?.resetTime ? { time: why.resetTime } : undefined),
  LOAD({ may, standing }, { card: { load }, shortBy }) {
    if (!load || shortBy === null || shortBy > load.max || !may.has('card:recharge') || !availability.load[standing])
      return undefined
    const amount = Math.max(shortBy, load.min)
    return { amount, total: load.totalOf(amount) }
  },
  TOP_UP: ({ subUid, standing }) => (!subUid && availability.topUp[standing] ? {} : undefined),
  CONTROL({ may }, { why }) {
    if (!why || !may.has('card:control.view')) return undefined
    const { scope, scopeId, line, limitId } = why
    return { scope, scopeId, line, ...(limitId !== undefined && { limitId }) }
  },
  // The answer names the card itself.
  DETAILS: () => undefined,
  OPEN: ({ may, standing }) => (may.has('card:open') && availability.open[standing] ? {} : undefined),
}
