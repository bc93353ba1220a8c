/** What an issuer can do, whichever of its cards it is. The consoles offer nothing else. */
import type { ThreeDsBy } from '#contract/cards/states.ts'

export type IssuerTraits = {
  /** Takes another holder or billing address for a card that exists. */
  editHolder: boolean
  /** Lets a merchant take a part when the balance is too low for all. */
  partialApproval: boolean
  /** CODE: sends us the code to show. ANSWER: takes the cardholder's answer from us. ISSUER: asks the cardholder itself. NONE: no card has 3-D Secure. */
  threeDs: ThreeDsBy
  /** Issues cards to identified people only. */
  verifiedHolders: boolean
  /** Takes disputes by its API; otherwise people file them and enter their outcome. */
  disputes: boolean
  /** It has to have a dispute within this many days after the posting. */
  disputeDays: number
}

const byApi = { disputes: true, disputeDays: 120 } as const
const traits: Readonly<Record<string, IssuerTraits>> = {
  simulated: { editHolder: true, partialApproval: true, threeDs: 'CODE', verifiedHolders: false, ...byApi },
  lithic: { editHolder: false, partialApproval: true, threeDs: 'ANSWER', verifiedHolders: true, ...byApi },
  stripe: {
    editHolder: false,
    partialApproval: true,
    threeDs: 'ISSUER',
    verifiedHolders: true,
    ...byApi,
    disputeDays: 110,
  },
}
const LEAST: IssuerTraits = {
  ...{ editHolder: false, partialApproval: false, threeDs: 'NONE', verifiedHolders: true },
  ...{ disputes: false, disputeDays: 110 },
}

/** One that is not in the table can do the least. */
export const traitsOf = (issuerId: string): IssuerTraits => traits[issuerId] ?? LEAST
