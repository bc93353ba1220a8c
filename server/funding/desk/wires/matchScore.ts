import type { FitFact } from '#contract/funding/desk/wires.ts'
import { referenceOf, wire } from '#server/funding/forecasts/banks.ts'
import type { Forecast } from '#server/funding/forecasts/queries.ts'
import type { Line } from './queries.ts'

/** The weight of each fact. A name alone proves little: many pay from one bank, and some companies have the same name. */
const weights = {
  ORDER: 60,
  REFERENCE: 40,
  AMOUNT: 30,
  AMOUNT_LESS_FEES: 15,
  PAYER: 20,
  ACCOUNT: 20,
} as const satisfies Record<FitFact, number>

/** From this score on a match is possible; from the second on, and with no equal rival, it is proposed. */
const POSSIBLE = 20
const SURE = 50

type Paid = Pick<Line, 'amount_cents' | 'payer' | 'payer_account' | 'details'>
type Announced = Pick<Forecast, 'topup_id' | 'order_no' | 'amount_cents' | 'payer_name' | 'payer_tail'> & {
  userNo: string
}
export type Fit = { score: number; facts: FitFact[] }

export function fitOf(line: Paid, forecast: Announced): Fit {
  const text = bare(line.details)
  const less = forecast.amount_cents - line.amount_cents
  const found: Partial<Record<FitFact, boolean>> = {
    ORDER: has(text, forecast.order_no),
    REFERENCE: has(text, referenceOf(forecast.userNo)),
    AMOUNT: less === 0,
    AMOUNT_LESS_FEES: less > 0 && less <= wire.feesOnTheWay,
    PAYER: nameOf(line.payer) !== '' && nameOf(line.payer) === nameOf(forecast.payer_name),
    ACCOUNT: line.payer_account.length >= 4 && bare(line.payer_account).endsWith(bare(forecast.payer_tail)),
  }
  const facts = (Object.keys(weights) as FitFact[]).filter((fact) => found[fact])
  return { score: facts.reduce((sum, fact) => sum + weights[fact], 0), facts }
}

export const mayBe = ({ score }: Fit): boolean => score >= POSSIBLE

/** Returns the forecast that matches a line, if there is one clear match. */
export function best<F extends Announced>(line: Paid, forecasts: readonly F[]): F | undefined {
  const ranked = forecasts
    .map((forecast) => ({ forecast, score: fitOf(line, forecast).score }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  return first && first.score >= SURE && first.score > (second?.score ?? 0) ? first.forecast : undefined
}

const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
/** Not in the middle of another number. Banks insert spaces anywhere and drop punctuation. */
const has = (text: string, mark: string): boolean => new RegExp(`${bare(mark)}(?!\\d)`).test(text)
/** `ACME, Inc.` and `Acme Inc` are equal. Names in other scripts are compared unchanged. */
const nameOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
