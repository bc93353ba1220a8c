import type * as contract from '#contract/funding/desk/wires.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Bank } from '#contract/funding/forecasts.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { bankOf } from '#server/funding/forecasts/banks.ts'
import { openForecasts } from '#server/funding/forecasts/queries.ts'
import { oneTreasuryMove, salesOf } from '#server/funding/treasury/queries.ts'
import { creditsOf, refusalOf, StatementFault, type Entry } from './entries.ts'
import { best } from './matchScore.ts'
import { insertLines, insertStatement, knownRefs, lockLines, type Line, type NewLine } from './queries.ts'
import { readCamt } from './readCamt.ts'
import { readCsv } from './readCsv.ts'
import { intoSuspense, takeOwn } from './suspense.ts'

/**
 * Imports a bank's file, completely or not at all. A line whose reference is known is the same payment and is skipped. A line without a matching forecast goes
 * to suspense immediately; one with a match waits for confirmation by a person.
 */
export const importStatement: Answer<typeof contract.importStatement> = async (staff, { bankId, file }, tx) => {
  const bank = bankOf(bankId)
  if (!bank) throw refuse('not_found', { field: 'bankId' })
  try {
    const { format, entries } = await read(file.bytes, bank)
    const { credits, aside } = creditsOf(entries)
    await refuseChanged(tx, bankId, credits)
    const statementId = newId('bst')
    const lines = await fitted(tx, bankId, credits)
    await insertStatement(tx, {
      statementId,
      bankId,
      format,
      fileName: file.name,
      sha256: file.sha256,
      staffId: staff.staffId,
      lines: credits.length,
    })
    // Not while a sale is being booked: neither would see the other's payment, and it would be booked twice.
    await oneTreasuryMove(tx)
    const fresh = await lockLines(tx, await insertLines(tx, statementId, bankId, lines))
    const own = await ownOf(tx, bankId, fresh)
    for (const line of own) await takeOwn(tx, line)
    const homeless = fresh.filter((line) => line.fits_topup_id === null && !own.includes(line))
    await intoSuspense(tx, homeless)
    const counts = { lines: credits.length, aside, fresh: fresh.length, suspense: homeless.length }
    await recordStaff(tx, staff, {
      action: 'MONEY',
      target: file.name || statementId,
      content: {
        cn: `导入银行流水：${counts.lines} 条，新增 ${counts.fresh} 条`,
        en: `Statement imported, lines: ${counts.lines}, new: ${counts.fresh}`,
      },
      after: { statementId, bankId, format, sha256: file.sha256, ...counts },
    })
    return { statementId, format, ...counts, fitting: fresh.length - own.length - homeless.length }
  } catch (error) {
    throw error instanceof StatementFault ? refusalOf(error, staff.from.lang) : error
  }
}

async function read(bytes: Uint8Array, bank: Bank): Promise<{ format: 'CSV' | 'CAMT053'; entries: Entry[] }> {
  const text = textOf(bytes)
  if (!text.trimStart().startsWith('<')) return { format: 'CSV', entries: readCsv(text) }
  const { entries, accountNo } = await readCamt(Buffer.from(text))
  if (accountNo !== undefined && accountNo !== bank.accountNo) throw new StatementFault('account', accountNo)
  return { format: 'CAMT053', entries }
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new StatementFault('format')
    return text
  } catch {
    throw new StatementFault('format')
  }
}

/** Banks do not reuse references. If the amount is different now, a person has to contact the bank. */
async function refuseChanged(tx: Tx, bankId: string, credits: readonly Entry[]): Promise<void> {
  const known = await knownRefs(
    tx,
    bankId,
    credits.map(({ ref }) => ref),
  )
  const amounts = new Map(known.map(({ bank_ref, amount_cents }) => [bank_ref, amount_cents]))
  const changed = credits.find(({ ref, cents }) => amounts.has(ref) && amounts.get(ref) !== cents)
  if (changed) throw new StatementFault('changed', changed.ref)
}

/** The lines that are dollars of a recorded sale. With another amount than recorded, a person has to contact the bank. */
async function ownOf(tx: Tx, bankId: string, lines: readonly Line[]): Promise<Line[]> {
  const sold = await salesOf(
    tx,
    bankId,
    lines.map(({ bank_ref }) => bank_ref.toUpperCase()),
  )
  const amounts = new Map(sold.map(({ reference, got_units }) => [reference, got_units]))
  const own = lines.filter(({ bank_ref }) => amounts.has(bank_ref.toUpperCase()))
  const changed = own.find(({ bank_ref, amount_cents }) => amounts.get(bank_ref.toUpperCase()) !== amount_cents)
  if (changed) throw new StatementFault('changed', changed.bank_ref)
  return own
}

/** Returns each line with its forecast if there is one clear match. A forecast is proposed for one line only. */
async function fitted(tx: Tx, bankId: string, credits: readonly Entry[]): Promise<NewLine[]> {
  const open = await openForecasts(tx, bankId)
  const found = await accountsOfIds([...new Set(open.map(({ account_id }) => account_id))])
  const numbers = new Map(found.map(({ account_id, user_no }) => [account_id, user_no]))
  let free = open.map((forecast) => ({ ...forecast, userNo: numbers.get(forecast.account_id) ?? '' }))
  return credits.map((entry) => {
    const line = {
      line_id: newId('bln'),
      bank_ref: entry.ref,
      value_date: entry.date,
      amount_cents: entry.cents,
      payer: entry.payer,
      payer_account: entry.payerAccount,
      details: entry.details,
    }
    const forecast = best(line, free)
    if (forecast) free = free.filter((one) => one !== forecast)
    return { ...line, fits_account_id: forecast?.account_id ?? null, fits_topup_id: forecast?.topup_id ?? null }
  })
}
