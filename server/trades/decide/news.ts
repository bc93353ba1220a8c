/**
 * What decisions leave for others: told after the commit and off the path, because a job row in the transaction would
 * make all cards of an account wait for each other. What is lost in a crash between is found again by the hourly sweep.
 */
import { transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import type { News } from './draft.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Is the account's decline rate above what is allowed? */
    'trades.weighDeclines': { accountId: string }
    /** Three declines for want of money in a day: freeze the card, so that its owner looks at it before the merchant tries again. */
    'trades.ranShort': { accountId: string; cardId: string }
    /** Three wrong security codes in a day. The decision path stops the card by itself; this makes it visible. */
    'trades.blockedByCvc': { accountId: string; cardId: string }
  }
}

const PAUSE_MS = 200
let weigh = new Set<string>()
let timer: NodeJS.Timeout | undefined

export function tell(news: readonly News[]): void {
  for (const { kind, accountId, cardId } of news) {
    if (kind === 'declined') weigh.add(accountId)
    else if (kind === 'ranShort')
      leave((tx) => later(tx, 'trades.ranShort', { accountId, cardId }, { key: `short ${cardId}` }))
    else leave((tx) => later(tx, 'trades.blockedByCvc', { accountId, cardId }, { key: `cvc ${cardId}` }))
  }
  if (weigh.size) timer ??= setTimeout(tellOfDeclines, PAUSE_MS)
}

/** Many declines of one account are one question. */
function tellOfDeclines(): void {
  const accounts = [...weigh]
  weigh = new Set()
  timer = undefined
  leave(async (tx) => {
    for (const accountId of accounts)
      await later(tx, 'trades.weighDeclines', { accountId }, { key: `declines ${accountId}` })
  })
}

const leave = (work: Parameters<typeof transaction<void>>[0]): void => void transaction(work).catch(() => {})

/** The same question from inside a transaction that is not the decision's. */
export const leaveWeighing = (tx: Tx, accountId: string): Promise<void> =>
  later(tx, 'trades.weighDeclines', { accountId }, { key: `declines ${accountId}` })
