import assert from 'node:assert/strict'
import { it } from 'node:test'
import { announces, csvOf, imports, lineOf, matches, newBusiness, newRef, referenceFor } from '#test/fixtures/wires.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { withWorld } from '#test/world.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { owner } from '#test/database.ts'

withWorld()

/** Not in the cell of the other: in one cell a key forbids what the proof is to find. */
async function businessBeside(accountId: string) {
  for (;;) {
    const business = await newBusiness()
    if (cellOf(business.accountId) !== cellOf(accountId)) return business
  }
}

it('the proof compares forecasts and lines of the bank, which no reference joins', async () => {
  const staff = await newStaff(['FIN_MAKER'])
  const company = await newBusiness()
  const other = await businessBeside(company.accountId)
  const matched = async (business: typeof company) => {
    const [{ topupId }, ref] = [await announces(business), newRef()]
    await imports(staff, csvOf([{ ref, details: await referenceFor(business) }]))
    const { lineId } = await lineOf(staff, ref)
    await matches(staff, topupId, lineId)
    return { topupId, lineId }
  }
  const [first, second] = [await matched(company), await matched(other)]
  const forecast = sql`UPDATE forecast SET line_id =`
  const line = (column: 'account_id' | 'fits_account_id' | 'fits_topup_id') =>
    sql`UPDATE bank_line SET ${sql.ref(column)} =`
  const ofFirst = sql`WHERE topup_id = ${first.topupId}`
  const ofLine = sql`WHERE line_id = ${first.lineId}`
  const breaks = [
    {
      change: forecast,
      to: 'none',
      back: first.lineId,
      where: ofFirst,
      named: [`forecast-not-its-line ${first.topupId}`],
    },
    {
      change: forecast,
      to: second.lineId,
      back: first.lineId,
      where: ofFirst,
      named: [`forecast-not-its-line ${first.topupId}`, `forecast-not-its-line ${second.topupId}`],
    },
    {
      change: line('account_id'),
      to: other.accountId,
      back: company.accountId,
      where: ofLine,
      named: [`forecast-not-its-line ${first.topupId}`],
    },
    {
      change: line('fits_account_id'),
      to: other.accountId,
      back: company.accountId,
      where: ofLine,
      named: [`bank-line-fits-no-forecast ${first.lineId}`],
    },
    {
      change: line('fits_topup_id'),
      to: 'none',
      back: first.topupId,
      where: ofLine,
      named: [`bank-line-fits-no-forecast ${first.lineId}`],
    },
  ]
  for (const { change, to, back, where, named } of breaks) {
    await sql`${change} ${to} ${where}`.execute(owner)
    assert.deepEqual((await prove()).map(({ check, subject }) => `${check} ${subject}`).sort(), named.sort())
    await sql`${change} ${back} ${where}`.execute(owner)
  }
  assert.deepEqual(await prove(), [])
})
