import type * as contract from '#contract/funding/forecasts.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { banks, feeOfWire, referenceOf, wireTerms } from './banks.ts'
import { forecastsOf, stepsOf } from './forecastQueries.ts'
import { forecastRow, forecastStep } from './shown.ts'

/** One's own, the newest first, with what somebody needs who is about to pay. One that is asked for comes with its history. */
export const listForecasts: Answer<typeof contract.listForecasts> = async ({ accountId, from: { lang } }, wish) => {
  const [{ rows, count, waiting, credited }, account, terms] = await Promise.all([
    forecastsOf(db, accountId, wish, wish),
    accountOf(db, accountId),
    wireTerms(),
  ])
  const history = wish.topupId === undefined || !rows.length ? undefined : await stepsOf(db, wish.topupId)
  return {
    data: rows.map((row) => ({
      ...forecastRow(row, lang),
      ...(history && { history: history.map((step) => forecastStep(step, lang)) }),
    })),
    total: count,
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: { waiting, credited },
    banks: [...banks],
    reference: referenceOf(account.user_no),
    terms: {
      minAmount: terms.min,
      feeBps: terms.feeBps,
      feeFixed: terms.feeFixed,
      arrival: terms.arrival[lang],
      validDays: Math.round(terms.validForMs / DAY),
    },
    business: account.identity === 'PASSED' && account.identity_type === 'BUSINESS',
  }
}

/** Dollars stay dollars: what arrives is what the bank receives, less our fee. */
export const wireAmount: Answer<typeof contract.wireAmount> = async (_, { amount }) => {
  const terms = await wireTerms()
  const fee = feeOfWire(amount, terms)
  return { amount, fee, creditAmount: amount - fee, rate: '1', min: terms.min }
}
