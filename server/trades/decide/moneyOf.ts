/**
 * Where the money of a card lies, by the keyed hash of the card's number: its cell and its ledger account. Neither changes during a card's life, so a known card is locked and read without a
 * lookup in the directory. The read returns the card's id each time, so no decision relies on this memory.
 */
import { totalmem } from 'node:os'
import { cvcCode } from '#server/cards/cards.ts'
import { pool } from '#server/core/db.ts'
import { ENTRY, PlaceTable, type Place } from './placeTable.ts'

/** A table of 1.5 MB at first, and at most a 128th of the memory of the machine or the container: 4 GB know a quarter of a million cards. */
const FIRST_ENTRIES = 2 ** 14
const MAX_ENTRIES = entriesFor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 128)

let of: typeof pool | undefined
/** A full table is followed by one of twice its size, into which cards move when they are next used. */
let places = new PlaceTable(FIRST_ENTRIES)
let before: PlaceTable | undefined

/** `undefined`: to be looked up. */
export function moneyOf(hash: string): Place | undefined {
  if (of !== pool) [of, places, before] = [pool, new PlaceTable(FIRST_ENTRIES), undefined]
  const key = Buffer.from(hash, 'hex')
  return places.get(key) ?? usedAgain(key)
}

/** A row of the directory of cards. */
export type Found = readonly [hash: string, cell: number, laId: number, sealedCvc: Buffer | null, cardId: string]

/** The security code is opened once: its keyed hash stays valid while keys are rotated, and it was sealed only for its time in the database. */
export function remember(found: readonly Found[]): void {
  for (const [hash, cell, laId, sealedCvc, cardId] of found)
    keep(Buffer.from(hash, 'hex'), { cell, laId, cardId, code: sealedCvc && cvcCode(cardId, sealedCvc) })
}

/** To be looked up again. */
export function forget(hash: string): void {
  const key = Buffer.from(hash, 'hex')
  places.delete(key)
  before?.delete(key)
}

function usedAgain(key: Buffer): Place | undefined {
  const place = before?.get(key)
  if (place !== undefined) keep(key, place)
  return place
}

function keep(key: Buffer, place: Place): void {
  if (places.isFull && places.entries < MAX_ENTRIES) [before, places] = [places, new PlaceTable(places.entries * 2)]
  places.set(key, place)
}

function entriesFor(bytes: number): number {
  return Math.max(FIRST_ENTRIES, 2 ** Math.floor(Math.log2(bytes / ENTRY)))
}
