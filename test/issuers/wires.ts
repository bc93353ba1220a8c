/** The wires of the issuers that we have adapters for, each to the simulated world of a test. */
import type { SimulatedRange } from '#simulators/ranges.ts'
import { lithicRanges, ranges, stripeRange } from '#simulators/ranges.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { sql } from '#server/core/db.ts'
import { lithicIssuer } from '#server/outside/issuers/lithic/lithic.ts'
import { stripeIssuer } from '#server/outside/issuers/stripe/stripe.ts'
import { outside, useOutside, withIssuers } from '#server/outside/outside.ts'
import { owner } from '../database.ts'
import type { Served } from '../http/app.ts'

export type Wire = {
  issuerId: string
  vid: string
  /** Inside of the test's world: names the issuer, and adds its first range. */
  connect: (served: Served) => Promise<void>
}

export const wires: readonly Wire[] = [
  { issuerId: 'simulated', vid: ranges[0]!.vid, connect: async () => {} },
  {
    issuerId: 'lithic',
    vid: lithicRanges[0]!.vid,
    async connect({ simulators, secret }) {
      useOutside(withIssuers(outside, lithicIssuer({ ...lithicSecrets(secret), url: `${simulators.url}/lithic` })))
      await addRangeOf('lithic', lithicRanges[0]!)
    },
  },
  {
    issuerId: 'stripe',
    vid: stripeRange.vid,
    async connect({ simulators: { url }, secret }) {
      const account = { ...stripeSecrets(secret), url, scriptUrl: `${url}/stripe-js/v3/` }
      useOutside(withIssuers(outside, stripeIssuer(account)))
      await addRangeOf('stripe', stripeRange)
    },
  },
]

/** Adds a range of an issuer that keeps its numbers to itself, with the limits and prices of the first simulated one. */
async function addRangeOf(issuerId: string, { vid, programRef, bin, threeDs }: SimulatedRange): Promise<void> {
  const range = JSON.stringify({ vid, bin, issuer_id: issuerId, program_ref: programRef, three_ds: threeDs })
  await sql`
    INSERT INTO card_range
    SELECT (json_populate_record(card_range, ${range}::json)).* FROM card_range WHERE vid = 'VISA-US-1'`.execute(owner)
  await sql`
    INSERT INTO range_price
    SELECT (json_populate_record(range_price, ${JSON.stringify({ vid })}::json)).*
      FROM range_price WHERE vid = 'VISA-US-1' AND account_id IS NULL`.execute(owner)
}
