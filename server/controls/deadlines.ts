/** When a card's controls end, freeze or unfreeze it. Pure. */
import type { Controls } from '#contract/controls/documents.ts'
import type { CardLife } from '../cards/cards.ts'
import { DAY } from '../core/clock.ts'

/** The owner is told so long before a card ends. */
export const TOLD_BEFORE_MS = 3 * DAY

/** What a document says of a card's life. One that only watches ends nothing. */
export const lifeIn = ({ mode, life }: Controls): NonNullable<Controls['life']> =>
  mode === 'WATCH' || !life ? {} : life

const dateIn = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms))

/** The deadlines of a document that is in force from `now` on. What it had to do before `since`, from when on it was not in force, was done then. */
export function deadlinesOf(controls: Controls, { now, since = now }: { now: number; since?: number }): CardLife {
  const { closeAt, freezeAt, thawAt, idleDays } = lifeIn(controls)
  const later = (ms: number | undefined) => (ms !== undefined && ms > since ? ms : undefined)
  const [close, freeze] = [dateIn(later(closeAt)), dateIn(later(freezeAt))]
  return {
    close_at: close,
    freeze_at: freeze,
    thaw_at: dateIn(later(thawAt)),
    idle_freeze_at: idleDays === undefined ? null : new Date(now + idleDays * DAY),
    life_tell_at: toldAt({ close_at: close, freeze_at: freeze }, now),
  }
}

/** When the owner is told of what ends the card next. What is nearer than that needs no word: somebody has just set it. */
export function toldAt({ close_at, freeze_at }: Pick<CardLife, 'close_at' | 'freeze_at'>, now: number): Date | null {
  const times = [close_at, freeze_at].map((at) => (at ? at.getTime() - TOLD_BEFORE_MS : 0)).filter((at) => at > now)
  return times.length ? new Date(Math.min(...times)) : null
}
