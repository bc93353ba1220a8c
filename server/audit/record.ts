import type { Tx, Database } from '../core/db.ts'
import type { Caller } from '../core/actor.ts'
import { ago, DAY } from '../core/clock.ts'
import { insertOperations, type By, type Operation, deviceSeen, insertSignIn, type SignInEntry } from './queries.ts'

/** The service itself, acting on an account: a deadline that passed, a rule that fired. */
export const system = (accountId: string): By => ({ accountId, name: '系统 System', from: { ip: '', device: '' } })

export const record = (tx: Tx, by: By, operation: Operation): Promise<void> => recordMany(tx, by, [operation])

/** One statement however many: a batch of a thousand cards is a thousand rows. Secrets never belong in any field. */
export const recordMany = (tx: Tx, by: By, operations: readonly Operation[]): Promise<void> =>
  insertOperations(tx, by, operations)

export const logSignIn = (on: Tx | Database, entry: SignInEntry): Promise<void> => insertSignIn(on, entry)

/** Has this login been used from this device and address in the last 90 days? */
export const knowsDevice = (on: Tx | Database, loginId: string, from: Caller): Promise<boolean> =>
  deviceSeen(on, loginId, from, ago(90 * DAY))
