/**
 * Jobs that follow from decisions. They are left after the commit, outside the decision's transaction, because a job row in it would
 * make all cards of an account wait for each other. Jobs lost in a crash in between are made up for by the hourly sweep, except that nobody is told of a limit that is nearly used up.
 */
import { transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { warn } from '#server/controls/controls.ts'
import type { News } from './draft.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Checks whether the account's decline rate exceeds its limit. */
    'trades.weighDeclines': { accountId: string }
    /** Three declines for insufficient funds in a day: freezes the card, so that its owner looks at it before the merchant tries again. */
    'trades.ranShort': { accountId: string; cardId: string }
    /** Three wrong security codes in a day. The decision path declines such a card already; this shows the block on the card. */
    'trades.blockedByCvc': { accountId: string; cardId: string }
    /** The uses that controls leave of these cards have changed: their block follows, and cards that are used up for good are closed. */
    'trades.followUses': { accountId: string; cardIds: readonly string[] }
  }
}

const PAUSE_MS = 200
let weigh = new Set<string>()
let timer: NodeJS.Timeout | undefined

export function afterDecision(news: readonly News[]): void {
  for (const one of news) {
    const { kind, accountId, cardId } = one
    if (kind === 'declined') weigh.add(accountId)
    else if (kind === 'ranShort')
      leave((tx) => later(tx, 'trades.ranShort', { accountId, cardId }, { key: `short ${cardId}` }))
    else if (kind === 'nearLimit') leave((tx) => warn(tx, accountId, one.warning))
    else if (kind === 'usedUp') leave((tx) => followLater(tx, accountId, cardId))
    else leave((tx) => later(tx, 'trades.blockedByCvc', { accountId, cardId }, { key: `cvc ${cardId}` }))
  }
  if (weigh.size) timer ??= setTimeout(tellOfDeclines, PAUSE_MS)
}

/** Many declines of one account leave one job. */
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

/** Leaves the same job from another transaction than a decision's. */
export const leaveWeighing = (tx: Tx, accountId: string): Promise<void> =>
  later(tx, 'trades.weighDeclines', { accountId }, { key: `declines ${accountId}` })

export const followLater = (tx: Tx, accountId: string, cardId: string): Promise<void> =>
  later(tx, 'trades.followUses', { accountId, cardIds: [cardId] }, { key: `uses ${cardId}` })
