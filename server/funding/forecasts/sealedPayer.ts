/** The sender of a wire: sealed for one row, found by name prefixes, and shown masked to a second approver. */
import type { ForecastSaid } from '#contract/funding/forecasts.ts'
import { seal, unseal, marksToFind, nameMarks } from '#server/core/secrets.ts'

export type ForecastPayer = { payer_name: string; payer_bank: string }
export type LinePayer = { payer: string; payer_account: string; details: string }

const SCOPE = 'payers'
export const payersLike = (keyword: string): number[][] => marksToFind(SCOPE, keyword)

export const sealForecastPayer = (topupId: string, { payer_name, payer_bank }: ForecastPayer) => ({
  payer_enc: seal(topupId, JSON.stringify([payer_name, payer_bank])),
  payer_marks: nameMarks(SCOPE, payer_name),
})
export function withForecastPayer<R extends { topup_id: string; payer_enc: Buffer }>(row: R): R & ForecastPayer {
  const [payer_name, payer_bank] = JSON.parse(unseal(row.topup_id, row.payer_enc)) as [string, string]
  return { ...row, payer_name, payer_bank }
}

export const sealLinePayer = (lineId: string, { payer, payer_account, details }: LinePayer) => ({
  payer_enc: seal(lineId, JSON.stringify([payer, payer_account, details])),
  payer_marks: nameMarks(SCOPE, `${payer} ${details}`),
})
export function withLinePayer<R extends { line_id: string; payer_enc: Buffer }>(row: R): R & LinePayer {
  const [payer, payer_account, details] = JSON.parse(unseal(row.line_id, row.payer_enc)) as [string, string, string]
  return { ...row, payer, payer_account, details }
}

const boundTo = (topupId: string, version: number): string => `${topupId} ${version}`
export const sealSaid = (topupId: string, version: number, said: ForecastSaid): Buffer =>
  seal(boundTo(topupId, version), JSON.stringify(said))
export const openSaid = (topupId: string, version: number, sealed: Buffer): ForecastSaid =>
  JSON.parse(unseal(boundTo(topupId, version), sealed)) as ForecastSaid

/** The form that an approval keeps forever: the first letter of each word. The line and the forecast beside it have the full name. */
export const maskedPayer = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(' ') || '–'
export const maskedAccount = (account: string): string => account && `****${account.replace(/[\s-]/g, '').slice(-4)}`
