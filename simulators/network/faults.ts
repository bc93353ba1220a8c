import * as z from 'zod'

/** What can be broken on purpose. A wish names everything that is to be broken from now on: `{}` mends all. */
export const FaultsWish = z.object({
  /** Each event is sent again. */
  duplicate: z.boolean().default(false),
  /** Events are held back at random up to this long, so that they overtake each other. */
  reorderMs: z.number().min(0).max(600_000).default(0),
  /** Questions, events and the issuer's answers take this much longer. */
  latencyMs: z.number().min(0).max(60_000).default(0),
  /** This part of the events (0 to 1) is never sent; they are still in the issuer's list. */
  dropRate: z.number().min(0).max(1).default(0),
  /** For so long from now the issuer answers 503. */
  issuerDownMs: z.number().min(0).max(3_600_000).default(0),
  /** Cards are PENDING at first and there only after this long. */
  createPendingMs: z.number().min(0).max(600_000).default(0),
  /** The settlement file has an amount that differs, lacks a line, and has one about a card that nobody has. */
  wrongSettlement: z.boolean().default(false),
})

export type Faults = z.infer<typeof FaultsWish> & { issuerDownUntil: number }

export const noFaults = (): Faults => ({ ...FaultsWish.parse({}), issuerDownUntil: 0 })

/** The window of `issuerDownMs` goes by the machine's clock: a moved clock of the world must not make it endless. */
export function breakThings(faults: Faults, wish: z.infer<typeof FaultsWish>): void {
  Object.assign(faults, wish, { issuerDownUntil: Date.now() + wish.issuerDownMs })
}

export const issuerIsDown = (faults: Faults): boolean => Date.now() < faults.issuerDownUntil
