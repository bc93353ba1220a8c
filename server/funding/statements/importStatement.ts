import type * as contract from '#contract/funding/desk/wires.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Bank } from '#contract/funding/forecasts.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { bankOf } from '../forecasts/banks.ts'
import { openForecasts } from '../forecasts/forecastQueries.ts'
import { creditsOf, refusalOf, StatementFault, type Entry } from './entries.ts'
import { best } from './fit.ts'
import { insertLines, insertStatement, knownRefs, lockLines, type NewLine } from './lineQueries.ts'
import { readCamt } from './readCamt.ts'
import { readCsv } from './readCsv.ts'
import { intoSuspense } from './suspense.ts'

/**
 * A file of the bank, taken in whole or not at all. A line that is known by its reference is the same money and is not
 * taken in again. What fits no forecast goes to suspense there and then; what fits one waits for a person to say so.
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
    const fresh = await lockLines(tx, await insertLines(tx, statementId, bankId, lines))
    const homeless = fresh.filter(({ fits_topup_id }) => fits_topup_id === null)
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
    return { statementId, format, ...counts, fitting: fresh.length - homeless.length }
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

/** The bank does not use a reference twice. If it says another amount now, a person has to ask the bank. */
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

/** Each with the forecast that it is, if one stands out. One forecast is proposed for one line only. */
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
    return { ...line, fits_topup_id: forecast?.topup_id ?? null }
  })
}
