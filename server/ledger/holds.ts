import { findHolds, openHolds, type Reader } from './queries.ts'
import type { Ref } from './refs.ts'
import type { Hold } from './words.ts'

export const holdById = async (reader: Reader, holdId: string): Promise<Hold | undefined> =>
  (await findHolds(reader, [holdId]))[0]

/** Holds in flight on an account, newest first: what a statement shows as being processed. */
export const holdsOn = (reader: Reader, ref: Ref): Promise<Hold[]> => openHolds(reader, ref)
