/** 3-D Secure codes: sealed as soon as they come, shown to the card's people for an hour, then gone. */
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import type { Actor } from '../core/actor.ts'
import { ago } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { countUnseen } from './queries.ts'

export { codeFinished, codeIssued } from './issued.ts'
export { isCode, sealed } from './sealed.ts'

/** For the overview: codes that wait to be read. */
export const unseenCodes = (actor: Actor): Promise<number> => countUnseen(db, actor, ago(THREE_D_WINDOW_MS))
