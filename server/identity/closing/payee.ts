import type { Tx } from '../../db.ts'

type Owns = (tx: Tx, accountId: string, bankCardId: string) => Promise<boolean>
let owns: Owns | undefined

/** Payout cards belong to a module above: it says here whose they are. */
export const knowPayoutCards = (work: Owns): void => void (owns = work)

export const ownsPayoutCard: Owns = async (tx, accountId, bankCardId) =>
  (await owns?.(tx, accountId, bankCardId)) ?? false
