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
}

const traits: Readonly<Record<string, IssuerTraits>> = {
  simulated: { editHolder: true, partialApproval: true, threeDs: 'CODE', verifiedHolders: false },
  lithic: { editHolder: false, partialApproval: true, threeDs: 'ANSWER', verifiedHolders: true },
  stripe: { editHolder: false, partialApproval: true, threeDs: 'ISSUER', verifiedHolders: true },
}
const LEAST: IssuerTraits = { editHolder: false, partialApproval: false, threeDs: 'NONE', verifiedHolders: true }

/** One that is not in the table can do the least. */
export const traitsOf = (issuerId: string): IssuerTraits => traits[issuerId] ?? LEAST
