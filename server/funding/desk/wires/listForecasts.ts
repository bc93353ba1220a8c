import type * as contract from '#contract/funding/desk/wires.ts'
import { fitFacts, lineStates, type BankLine, type DeskForecast } from '#contract/funding/desk/wires.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import { recordSeen } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfNo, holdersOf } from '#server/identity/identity.ts'
import { reveal, staffNames } from '#server/staff/staff.ts'
import { fitOf, mayBe, type Fit } from './matchScore.ts'
import { lineById, linesPage, unclaimedLines, type Line } from './queries.ts'
import { bankOf, banks } from '#server/funding/forecasts/banks.ts'
import {
  findForecast,
  forecastsAtDesk,
  forecastsByKeys,
  openForecasts,
  stepsOf,
  type Forecast,
} from '#server/funding/forecasts/queries.ts'
import { openSlip } from '#server/funding/forecasts/slips.ts'
import { forecastRow, forecastStep } from '#server/funding/forecasts/listForecasts.ts'

export const deskForecasts: Answer<typeof contract.deskForecasts> = async (staff, input) => {
  const { keyword } = input
  const accountIds =
    keyword && /^\d{6,12}$/.test(keyword) ? (await accountsOfNo(keyword)).map(({ account_id }) => account_id) : []
  const { rows, count } = await forecastsAtDesk(db, { ...input, accountIds }, input)
  const data = await deskRows(rows, staff.from.lang)
  // Without a keyword it is the queue of all accounts.
  if (keyword) await recordViews(staff, holdersIn(data), 'FORECASTS')
  return paged(data, count, input, undefined)
}

export const deskForecast: Answer<typeof contract.deskForecast> = async (staff, { topupId }) => {
  const { lang } = staff.from
  const forecast = await findForecast(db, topupId)
  if (!forecast) throw refuse('not_found')
  const [row] = await deskRows([forecast], lang)
  await recordView(staff, row!.holder, 'FORECASTS')
  const steps = await stepsOf(db, forecast)
  const own = forecast.line_id ? await lineById(db, forecast.line_id) : undefined
  const unclaimed = own ? [own] : await unclaimedLines(db, forecast.bank_id)
  const announced = { ...forecast, userNo: row!.holder.userNo }
  const fits = unclaimed
    .map((line) => ({ line, fit: fitOf(line, announced) }))
    .filter(({ line, fit }) => line === own || mayBe(fit))
    .sort((a, b) => b.fit.score - a.fit.score)
    .slice(0, 20)
  const lines = await lineRows(
    fits.map(({ line }) => line),
    lang,
  )
  return {
    ...row!,
    bank: bankOf(forecast.bank_id) ?? null,
    history: steps.map((step) => forecastStep(step, lang)),
    lines: lines.map((line, at) => ({ ...line, fit: said(fits[at]!.fit, lang) })),
  }
}

/** The view of a slip is recorded in the audit chain and in the holder's log before the picture is returned. */
export const deskSlip: Answer<typeof contract.deskSlip> = async (staff, { topupId, fileId }) => {
  const forecast = await findForecast(db, topupId)
  const shown = forecast && (await stepsOf(db, forecast)).some(({ said: one }) => one?.vouchers.includes(fileId))
  if (!forecast || !shown) throw refuse('not_found')
  return reveal(staff, 'SLIP', async (tx) => {
    const clear = { ...(await openSlip(tx, forecast.account_id, fileId)), inline: true }
    await recordSeen(tx, forecast.account_id, forecast.order_no, { cn: '汇款凭证', en: 'transfer slip' })
    const content = { cn: '查看汇款凭证', en: 'Viewed a transfer slip' }
    return { clear, deed: { target: forecast.order_no, accountId: forecast.account_id, content, after: { fileId } } }
  })
}

export const bankLines: Answer<typeof contract.bankLines> = async (staff, input) => {
  const { rows, count, sums } = await linesPage(db, input, input)
  const data = await lineRows(rows, staff.from.lang)
  if (input.keyword) await recordViews(staff, holdersIn(data), 'RECEIPTS')
  return { ...paged(data, count, input, sums), banks: [...banks] }
}

export const bankLine: Answer<typeof contract.bankLine> = async (staff, { lineId }) => {
  const { lang } = staff.from
  const line = await lineById(db, lineId)
  if (!line) throw refuse('not_found')
  const [row] = await lineRows([line], lang)
  const free = line.state === 'OPEN' || line.state === 'SUSPENSE' ? await openForecasts(db, line.bank_id) : []
  const forecasts = (await deskRows(free, lang))
    .map((one, at) => ({ ...one, facts: fitOf(line, { ...free[at]!, userNo: one.holder.userNo }) }))
    .filter(({ facts }) => mayBe(facts))
    .sort((a, b) => b.facts.score - a.facts.score)
    .slice(0, 20)
  await recordView(staff, row!.holder, 'RECEIPTS')
  await recordViews(staff, holdersIn(forecasts), 'FORECASTS')
  return { ...row!, forecasts: forecasts.map(({ facts, ...one }) => ({ ...one, fit: said(facts, lang) })) }
}

const holdersIn = <H>(rows: readonly { holder: H }[]): H[] => rows.map(({ holder }) => holder)

const said = ({ score, facts }: Fit, lang: Lang) => ({
  score,
  facts: facts.map((fact) => ({ fact, text: fitFacts[fact][lang] })),
})

const paged = <R, S>(
  data: R[],
  total: number,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  summary: S,
) => ({ data, total, pageNo, pageSize, haveNext: total > pageNo * pageSize, summary })

async function deskRows(rows: readonly Forecast[], lang: Lang): Promise<DeskForecast[]> {
  const holders = await holdersOf(rows.map(({ account_id }) => account_id))
  const names = await staffNames(
    db,
    rows.flatMap(({ reviewer_id }) => reviewer_id ?? []),
  )
  return rows.map((forecast) => {
    const { canCancel: _, canResubmit: __, ...row } = forecastRow(forecast, lang)
    return {
      ...row,
      holder: holders.get(forecast.account_id) ?? { accountId: forecast.account_id, userNo: '', nickname: '' },
      reviewer: forecast.reviewer_id ? (names.get(forecast.reviewer_id) ?? null) : null,
    }
  })
}

async function lineRows(rows: readonly Line[], lang: Lang): Promise<BankLine[]> {
  const holders = await holdersOf(rows.map(({ account_id }) => account_id))
  const fits = await forecastsByKeys(
    db,
    rows.flatMap(({ fits_account_id, fits_topup_id }) =>
      fits_topup_id === null ? [] : { account_id: fits_account_id!, topup_id: fits_topup_id },
    ),
  )
  return rows.map((line) => {
    const forecast = fits.find(({ topup_id }) => topup_id === line.fits_topup_id)
    return {
      lineId: line.line_id,
      bankId: line.bank_id,
      bankRef: line.bank_ref,
      valueDate: line.value_date,
      amount: line.amount_cents,
      payer: line.payer,
      payerAccount: line.payer_account,
      details: line.details,
      state: line.state,
      stateText: lineStates[line.state][lang],
      fits: forecast ? { topupId: forecast.topup_id, orderNo: forecast.order_no } : null,
      holder: line.account_id ? (holders.get(line.account_id) ?? null) : null,
      createTime: line.created_at.getTime(),
    }
  })
}
