/** The lock of one card, changed in one step. */
import * as z from 'zod/mini'
import { CardId } from '../cards/shapes.ts'
import { call } from '../core/call.ts'
import { id, requestNo } from '../core/fields.ts'
import { Locked } from './locks.ts'

/** `RELEASE`: no lock. `REARM`: the next purchase locks, as the document says, or to its brand. `SET`: to a brand. */
const lockMoves = ['RELEASE', 'REARM', 'SET'] as const
export type LockMove = (typeof lockMoves)[number]

export const moveLock = call({
  on: 'POST /api/card/controls/lock',
  title: '卡片锁定 Unlock a card, lock it to its next purchase, or to a brand',
  who: 'card:control',
  action: 'edit',
  once: true,
  perMinute: 40,
  input: z
    .object({
      cardId: CardId,
      move: z.enum(lockMoves),
      /** Only with `SET`. */
      brandId: z.optional(id('brd')),
      requestNo,
    })
    .check(
      z.refine(({ move, brandId }) => (move === 'SET') === (brandId !== undefined), {
        path: ['brandId'],
        message: 'lock_move',
      }),
    ),
  /** Null: no lock. */
  output: z.object({ lock: z.nullable(Locked) }),
  refusals: ['not_found', 'card_not_active', 'controls_pinned'],
})
