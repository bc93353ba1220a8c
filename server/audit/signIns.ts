import type { LoginType } from '#contract/audit/audit.ts'
import type { Caller } from '../core/actor.ts'
import { ago, DAY } from '../core/clock.ts'
import type { Database, Tx } from '../core/db.ts'
import { deviceSeen, insertSignIn } from './queries.ts'

export type SignInEntry = {
  type: LoginType
  /** Absent: nobody has that name. The row is written all the same, so that both cases take the same time. */
  login?: { accountId: string; loginId: string } | undefined
  from: Caller
  /** Absent: it worked. */
  failed?: string
}

export const logSignIn = (on: Tx | Database, entry: SignInEntry): Promise<void> => insertSignIn(on, entry)

/** Has this login been used from this device and address in the last 90 days? */
export const knowsDevice = (on: Tx | Database, loginId: string, from: Caller): Promise<boolean> =>
  deviceSeen(on, loginId, from, ago(90 * DAY))
