import type { Bank } from '#contract/funding/forecasts.ts'
import { percentOf, add, type Cents } from '#contract/core/money.ts'
import { DAY } from '#server/core/clock.ts'
import { termsOf, type RailTerms } from '../terms.ts'
import type { Database, Tx } from '#server/core/db.ts'

/** Where account holders send dollars to. The id is the owner of its account 1020 in the books. */
export const banks: readonly Bank[] = [
  {
    bankId: 'bnk_us1',
    beneficiary: 'Kaika Client Account Ltd',
    beneficiaryAddress: '548 Market Street, San Francisco, CA 94104, USA',
    bankName: 'First Pacific Bank, N.A.',
    bankAddress: '200 Montgomery Street, San Francisco, CA 94104, USA',
    accountNo: '4410072956',
    routingNo: '121000358',
    swift: 'FPBKUS66',
  },
]
export const bankOf = (bankId: string): Bank | undefined => banks.find((bank) => bank.bankId === bankId)

export const wireTerms = (on?: Tx | Database): Promise<RailTerms> => termsOf('USD_WIRE', on)

export const wire = {
  /** A transfer may be announced so long before it is made. */
  aheadMs: 3 * DAY,
  /** Nobody needs more in a day, and each is up to three megabytes of ours. */
  slipsPerDay: 40,
  /** Announced and not yet decided, of one account. */
  openForecasts: 20,
  /** What banks on the way commonly keep; a larger difference is no fee. */
  feesOnTheWay: 50_00,
} as const

export const feeOfWire = (received: Cents, { feeBps, feeFixed }: Pick<RailTerms, 'feeBps' | 'feeFixed'>): Cents =>
  Math.min(received, add(percentOf(received, feeBps, 'half-up'), feeFixed))

/** What an account holder writes into the transfer, so that it is recognised: the number of the account. */
export const referenceOf = (userNo: string): string => `KK${userNo}`
