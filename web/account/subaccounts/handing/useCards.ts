import { useEffect, useState } from 'react'
import { listCards, listCardsOfSubs } from '#contract/cards/cards.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { canMove, type PickCard } from './picking.ts'

const PAGE = 200
/** More than this nobody picks from by looking. */
export const READ_AT_MOST = 2_000

/** All cards of the account itself, or of one of its sub-accounts, page by page. */
export function useCards(of: string | undefined): { cards: PickCard[]; total: number | undefined; isRead: boolean } {
  const [read, setRead] = useState<{ cards: PickCard[]; total: number | undefined; isRead: boolean }>({
    cards: [],
    total: undefined,
    isRead: false,
  })
  useEffect(() => {
    const run = new AbortController()
    const cards: PickCard[] = []
    const readAll = async () => {
      for (let pageNo = 1; ; pageNo++) {
        const input = { pageNo, pageSize: PAGE, ...(of !== undefined && { subUid: of }) }
        const page = await ask(of === undefined ? listCards : listCardsOfSubs, input, { signal: run.signal })
        if (run.signal.aborted) return
        cards.push(...page.data.filter(canMove))
        const last = pageNo * PAGE >= Math.min(page.total, READ_AT_MOST) || page.data.length === 0
        setRead({ cards: [...cards], total: page.total, isRead: last })
        if (last) return
      }
    }
    readAll().catch((error: unknown) => {
      // The refusal is shown by the call.
      if (!run.signal.aborted && !asRefused(error)) throw error
      if (!run.signal.aborted) setRead({ cards, total: cards.length, isRead: true })
    })
    return () => run.abort()
  }, [of])
  return read
}
