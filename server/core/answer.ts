import type { Call, Checked, Output, StaffWho } from '#contract/core/call.ts'
import type { Actor, Staff, Stranger } from './actor.ts'
import type { Tx } from './db.ts'

/**
 * The handler of one contract row. The actor is the first argument; rows that move money get the transaction that already holds their request key (`once.ts`)
 * and do everything through it.
 */
export type Answer<C extends Call> = true extends C['once']
  ? (actor: Asker<C>, input: Checked<C>, tx: Tx) => Promise<Output<C>>
  : (actor: Asker<C>, input: Checked<C>) => Promise<Output<C>>

type Asker<C extends Call> = C['who'] extends 'public' | 'client' ? Stranger : C['who'] extends StaffWho ? Staff : Actor

/** A handler for every row of a module's contract: a missing or misspelt one does not compile. */
export type Answers<M> = { [K in keyof M as M[K] extends Call ? K : never]: M[K] extends Call ? Answer<M[K]> : never }
