import * as z from 'zod'

/** Injected faults. A request lists everything that is broken from now on: `{}` clears all. */
export const FaultsInput = z.object({
  /** Sends each event twice. */
  duplicate: z.boolean().default(false),
  /** Sends each authorization request that was answered once more under its id, and takes the second answer. */
  repeatRequests: z.boolean().default(false),
  /** Delays events randomly by up to this long, so that they arrive out of order. */
  reorderMs: z.number().min(0).max(600_000).default(0),
  /** Delays requests, events and the issuer's answers by this long. */
  latencyMs: z.number().min(0).max(60_000).default(0),
  /** This share of the events (0 to 1) is never sent; they are still in the issuer's list. */
  dropRate: z.number().min(0).max(1).default(0),
  /** The issuer answers 503 for this long from now. */
  issuerDownMs: z.number().min(0).max(3_600_000).default(0),
  /** Cards are PENDING at first, for this long: an issuer may take days. */
  createPendingMs: z.number().min(0).max(604_800_000).default(0),
  /** Lithic and Stripe create cards, but no answer to the request is sent. */
  loseCardAnswers: z.boolean().default(false),
  /** Issuers open disputes, but send no answer. */
  loseDisputeAnswers: z.boolean().default(false),
  /** The settlement file has one wrong amount, one missing line, and one line for a card that does not exist. */
  wrongSettlement: z.boolean().default(false),
})

export type Faults = z.infer<typeof FaultsInput> & { issuerDownUntil: number }

export const noFaults = (): Faults => ({ ...FaultsInput.parse({}), issuerDownUntil: 0 })

/** The `issuerDownMs` window uses the machine's clock: moving the world's clock must not extend it indefinitely. */
export function breakThings(faults: Faults, input: z.infer<typeof FaultsInput>): void {
  Object.assign(faults, input, { issuerDownUntil: Date.now() + input.issuerDownMs })
}

/** A faulty settlement file: one wrong amount, one missing line, and one line for a card that does not exist. */
export function miswritten<L>(lines: L[], wrong: (line: L) => L, nobodys: (line: L) => L): L[] {
  const [first, , ...rest] = lines
  return first === undefined ? lines : [wrong(first), ...rest, nobodys(first)]
}

export const issuerIsDown = (faults: Faults): boolean => Date.now() < faults.issuerDownUntil
