/** 3-D Secure codes: sealed on receipt, shown to the card's people for an hour, then deleted. */
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import type { Actor } from '../core/actor.ts'
import { ago } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { countUnseen } from './queries.ts'

export { codeFinished, codeIssued, isCode, openCode, sealed } from './codes.ts'
export { codeOf, codeToPush } from './queries.ts'

/** For the overview: codes not seen yet. */
export const unseenCodes = (actor: Actor): Promise<number> => countUnseen(db, actor, ago(THREE_D_WINDOW_MS))
