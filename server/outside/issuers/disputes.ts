/** Disputes at an issuer: what we send, and how we read what becomes of it. Every issuer with an API for them implements {@link IssuerDisputes}. */
import type { DisputeReason } from '#contract/disputes/disputes.ts'

export type NewDispute = {
  /** Our key for this one dispute: a retry returns the same dispute and opens no other. */
  idem: string
  cardRef: string
  /** The authorization, if the purchase has one, and the clearing that is disputed, as the issuer named them. */
  authRef?: string
  clearingRef: string
  /** The clearing that this one repeats, where we know it: for the reason DUPLICATE only. */
  originalRef?: string
  /** Of the clearing, epoch milliseconds. */
  postedAt: number
  /** Of the purchase; `mcc` has four digits. */
  merchant: { name: string; mcc: string }
  /** Minor units of `currency`; at most the clearing's. */
  amount: number
  currency: string
  reason: DisputeReason
  /** What the cardholder writes, at most 2000 characters. */
  note: string
  /** When the cardholder submitted it, epoch milliseconds. */
  filedAt: number
}

/** A picture that proves it, or all of them below each other ({@link IssuerDisputes.oneFile}). */
export type DisputeEvidence = {
  /** Of this file: sending it again adds no second one. */ idem: string
  name: string
  type: 'image/jpeg'
  bytes: Buffer
}

/**
 * OPEN: made, not yet with the network; evidence may be added. IN_PROGRESS: with the network. The others are final: CANCELED was withdrawn, EXPIRED was not
 * submitted or not accepted in time.
 */
export type DisputeStatus = 'OPEN' | 'IN_PROGRESS' | 'WON' | 'LOST' | 'EXPIRED' | 'CANCELED'

export type DisputeView = {
  /** The issuer's name for it. */
  ref: string
  status: DisputeStatus
  /** What the network returns, in minor units; 0 unless WON. */
  wonAmount: number
  /** Of `wonAmount`, ISO 4217; absent: the card's. */
  currency?: string
}

/**
 * As everywhere at an issuer: `OutsideRefused` is a definite no, `OutsideUnknown` leaves the outcome open, and nothing is called inside a transaction. The order is
 * open, addEvidence for each file, submit; each may be repeated after an unknown outcome.
 */
export interface IssuerDisputes {
  /** The issuer keeps one file for a dispute, so all pictures are joined into one of at most `mostBytes`. Absent: each picture is a file of its own. */
  readonly oneFile?: { readonly mostBytes: number }
  /** Opens a dispute, once per `idem`. Refused with `DISPUTE_REFUSED` where the issuer takes none for this clearing. */
  open(dispute: NewDispute): Promise<DisputeView>
  /** Refused with `DISPUTE_NOT_FOUND`, or `EVIDENCE_REFUSED` for this file. */
  addEvidence(ref: string, evidence: DisputeEvidence): Promise<void>
  /** Gives it to the network. One that is there already is returned as it is. Refused with `DISPUTE_REFUSED`. */
  submit(ref: string): Promise<DisputeView>
  /**
   * Takes it back, as far as the issuer still can; one that is final stays as it is. Refused with `DISPUTE_SUBMITTED` by an issuer that takes none back from the
   * network: its outcome is still told.
   */
  withdraw(ref: string): Promise<void>
  /** Refused with `DISPUTE_NOT_FOUND`. */
  get(ref: string): Promise<DisputeView>
}
