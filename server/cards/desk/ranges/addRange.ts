import type * as contract from '#contract/cards/desk/ranges.ts'
import { RANGE_CURRENCY, rangeCountries, type OfferedIssuer, type OfferedRange } from '#contract/cards/desk/ranges.ts'
import { checks } from '#contract/core/checks.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction } from '#server/core/db.ts'
import {
  issuerOf,
  outside,
  OutsideRefused,
  OutsideUnknown,
  traitsOf,
  type Issuer,
  type IssuerCapabilities,
} from '#server/outside/outside.ts'
import { raiseVersion } from '#server/products/products.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { allRanges, type RangeRow } from '#server/cards/ranges/queries.ts'
import { priceApproval } from './askPrice.ts'
import { refuseBeyondIssuer, refuseCrossed } from './changeRange.ts'
import { insertRange } from './queries.ts'

type IssuerRange = IssuerCapabilities['ranges'][number]
const holderModeOf = (issuerId: string): 'FREE' | 'VERIFIED' =>
  traitsOf(issuerId).verifiedHolders ? 'VERIFIED' : 'FREE'
const isUsable = ({ country, currency }: IssuerRange): boolean =>
  currency === RANGE_CURRENCY && rangeCountries.includes(country)

/** What each issuer has, less what is set up already. An issuer that does not answer has none now. */
export const offeredRanges: Answer<typeof contract.offeredRanges> = async () => {
  const known = await allRanges(db)
  return { issuers: await Promise.all([...outside.issuers.values()].map((issuer) => offeredBy(issuer, known))) }
}

async function offeredBy(issuer: Issuer, known: readonly RangeRow[]): Promise<OfferedIssuer> {
  const { editHolder, partialApproval, disputes, threeDs } = traitsOf(issuer.id)
  const about = {
    ...{ issuerId: issuer.id, holderMode: holderModeOf(issuer.id), threeDsBy: threeDs },
    ...{ editHolder: flag(editHolder), partialApproval: flag(partialApproval), disputesByApi: flag(disputes) },
  } as const
  const has = await rangesOf(issuer)
  const isKnown = ({ programRef }: IssuerRange): boolean =>
    known.some(({ issuer_id, program_ref }) => issuer_id === issuer.id && program_ref === programRef)
  const ranges = (has ?? [])
    .filter((range) => !isKnown(range))
    .map((range): OfferedRange => ({
      ...range,
      threeDs: flag(offersThreeDs(issuer.id, range)),
      usable: flag(isUsable(range)),
    }))
  return { ...about, answered: flag(has), ranges }
}

const offersThreeDs = (issuerId: string, { threeDs }: IssuerRange): boolean =>
  threeDs && traitsOf(issuerId).threeDs !== 'NONE'

/** `undefined` if it gives no answer. */
async function rangesOf(issuer: Issuer): Promise<readonly IssuerRange[] | undefined> {
  try {
    return (await issuer.capabilities()).ranges
  } catch (error) {
    if (error instanceof OutsideUnknown || error instanceof OutsideRefused) return undefined
    throw error
  }
}

/** Adds a range of an issuer, off sale. Its prices wait for a second approver; until they are in effect it cannot be put on sale. */
export const addRange: Answer<typeof contract.addRange> = async (staff, input) => {
  const { issuerId, programRef, vid, figures, price, reason } = input
  const { lang } = staff.from
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  // Outside any transaction.
  const has = await rangesOf(issuerOf(issuerId))
  if (!has) throw refuse('issuer_unavailable')
  const offered = has.find((one) => one.programRef === programRef)
  if (!offered) throw refuse('not_found', { field: 'programRef' })
  if (!isUsable(offered)) throw refuse('invalid', { field: 'programRef', msg: checks.not_by_issuer[lang] })
  refuseCrossed({ ...figures, status: 'OFF' }, lang)
  if (figures.threeDs && !offersThreeDs(issuerId, offered))
    throw refuse('invalid', { field: 'threeDs', msg: checks.not_by_issuer[lang] })
  refuseBeyondIssuer(issuerId, figures, lang)
  return transaction(async (tx) => {
    await raiseVersion(tx) // its row is locked: ranges are added one after the other
    const known = await allRanges(tx)
    if (known.some((one) => one.issuer_id === issuerId && one.program_ref === programRef)) throw refuse('conflict')
    if (known.some((one) => one.vid === vid)) throw refuse('name_taken', { field: 'vid' })
    const sort = (known.at(-1)?.sort ?? 0) + 1
    await insertRange(tx, { ...offered, vid, issuerId, holderMode: holderModeOf(issuerId), sort, figures })
    await recordStaff(tx, staff, {
      action: 'PRODUCT',
      target: vid,
      content: {
        cn: `添加卡段 ${offered.bin}（${issuerId}），未上架`,
        en: `Added range ${offered.bin} of ${issuerId}, off sale`,
      },
      reason,
      after: { ...offered, ...figures },
    })
    const payload = { vid, accountId: null, before: nothingYet(price), after: price }
    return { vid, approvalId: await priceApproval.propose(tx, staff, payload, reason) }
  })
}

const nothingYet = (price: object): Record<string, null> =>
  Object.fromEntries(Object.keys(price).map((name) => [name, null]))
