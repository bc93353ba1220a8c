import { findHolds, findHoldsFor, openHolds, type Reader } from './queries.ts'
import type { Ref } from './refs.ts'
import type { Biz, Hold } from './words.ts'

export const holdById = async (reader: Reader, holdId: string): Promise<Hold | undefined> =>
  (await findHolds(reader, [holdId]))[0]

/** The hold of one business object of a tenant. */
export const holdFor = async (reader: Reader, accountId: string, biz: Biz): Promise<Hold | undefined> =>
  (await findHoldsFor(reader, [{ accountId, biz }]))[0]

/** Holds in flight on an account, newest first: what a statement shows as being processed. */
export const holdsOn = (reader: Reader, ref: Ref): Promise<Hold[]> => openHolds(reader, ref)
