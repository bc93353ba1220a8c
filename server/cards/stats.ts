/** Attempts on one card that weigh in the decline rate, in the rate's own window, and the counted declines among them. */
export type CardStats = { readonly attempts: number; readonly declined: number; readonly bps: number }

/** The transactions stand above cards; they say here how to count. */
export let statsOf = async (_accountId: string, _cardId: string): Promise<CardStats> => ({
  attempts: 0,
  declined: 0,
  bps: 0,
})
export const countStatsBy = (count: typeof statsOf): void => void (statsOf = count)
