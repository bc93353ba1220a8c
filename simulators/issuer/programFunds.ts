/** The money of Kaika's programme at the simulated issuer: what was sent there, less what cards cost and what the network settles. */
import * as z from 'zod'
import { ranges } from '../ranges.ts'
import { Refused, type World } from '../world.ts'

export const FundsInput = z.object({
  amountCents: z.int().min(1).max(1_000_000_000_00),
  /** Of the bank: a payment arrives once. */
  reference: z.string().trim().min(1).max(60),
})

export const FeesInput = z.object({
  /** What is taken beyond the cost of cards; below zero if some of that is returned. */
  amountCents: z.int().min(-1_000_000_000_00).max(1_000_000_000_00),
  /** Of the invoice: it is taken once. */
  reference: z.string().trim().min(1).max(60),
})

/** This issuer takes an invoice from the balance. Returns the balance in cents. */
export const takeFees = (world: World, { amountCents, reference }: z.infer<typeof FeesInput>): { balance: number } =>
  receiveFunds(world, { amountCents: -amountCents, reference })

/** A payment of Kaika's bank arrives. Returns the balance in cents. */
export function receiveFunds(
  world: World,
  { amountCents, reference }: z.infer<typeof FundsInput>,
): { balance: number } {
  const known = world.store.maybeOne('SELECT 1 FROM program_funds WHERE reference = :reference', { reference })
  if (known) throw new Refused(409, 'REFERENCE_USED')
  world.store.run('INSERT INTO program_funds (reference, amount, created_at) VALUES (:reference, :amountCents, :at)', {
    ...{ reference, amountCents },
    at: world.now(),
  })
  return { balance: programBalance(world) }
}

/** Of this issuer's own programmes, in cents. A card costs its fee once it is made; a posting that was undone never counted. */
export function programBalance({ store }: World): number {
  const sum = (query: string): number => store.maybeOne<{ cents: number }>(query)!.cents
  const funds = sum('SELECT coalesce(sum(amount), 0) AS cents FROM program_funds')
  const spent = sum(
    `SELECT coalesce(sum(CASE kind WHEN 'clearing.posted' THEN amount ELSE -amount END), 0) AS cents
       FROM postings JOIN cards ON cards.ref = card_ref AND issuer = 'simulated' WHERE undone = 0`,
  )
  const made = store.many<{ programRef: string; cards: number }>(
    `SELECT program_ref AS programRef, count(*) AS cards FROM cards WHERE issuer = 'simulated' AND state NOT IN ('PENDING', 'FAILED') GROUP BY program_ref`,
  )
  const costs = new Map(ranges.map(({ programRef, costCents }) => [programRef, costCents]))
  const fees = made.reduce((cents, { programRef, cards }) => cents + cards * (costs.get(programRef) ?? 0), 0)
  const won = sum(`SELECT coalesce(sum(won), 0) AS cents FROM disputes WHERE issuer = 'simulated'`)
  return funds - spent - fees + won
}
