/** What a text may mean, and what it finds. Hooks, because each question is one of the lists' own. */
import { listCards } from '#contract/cards/cards.ts'
import { parse, show } from '#contract/core/money.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { useTags } from '#web/account/cards/tags/labels.ts'
import { flat, menuOf } from '#web/account/menu.ts'
import { paths } from '#web/account/paths.ts'
import { table } from '#web/account/routes.ts'
import { langNow } from '#web/text.ts'

export type Find = { to: string; icon: IconName; title: string; note?: string; amount?: string }
const MOST = 5

/** Pages whose name has the text in it. */
export function usePages(text: string): Find[] {
  const state = useSession()
  const word = text.toLowerCase()
  return flat(menuOf(table, state))
    .filter(({ title, load }) => load && title[langNow()].toLowerCase().includes(word))
    .slice(0, MOST)
    .map(({ path, icon, title }) => ({ to: path, icon, title: title[langNow()] }))
}

/** Four digits end a card's number, more of them are its serial, letters its holder. */
const cardWish = (text: string) =>
  /^\d{1,4}$/.test(text) ? { lastFour: text } : /^\d{5,}$/.test(text) ? { cardSeqNo: text } : { holder: text }

export function useCards(text: string): Find[] | undefined {
  const may = useMay(listCards)
  const page = useAsk(
    listCards,
    { ...cardWish(text), pageNo: 1, pageSize: MOST },
    { quiet: true, enabled: may.shown && text.length > 1, keep: false },
  )
  return page.data?.data.map((card) => ({
    to: paths.card(card.cardId),
    icon: 'cards',
    title: `${card.segment.slice(0, 6)} ···· ${card.lastFour ?? '····'}`,
    note: `${card.cardSeqNo} · ${card.firstName} ${card.lastName} · ${card.statusText}`,
    amount: show(card.available),
  }))
}

export function useTagged(text: string, say: (name: string) => string): Find[] {
  const tags = useTags().data?.data ?? []
  const word = text.toLowerCase()
  return tags
    .filter(({ name }) => name.toLowerCase().includes(word))
    .slice(0, MOST)
    .map(({ tagId, name, cardCount }) => ({
      to: `${paths.cardList}?tagId=${tagId}`,
      icon: 'filter',
      title: say(name),
      note: String(cardCount),
    }))
}

/** A figure is an amount, anything else a merchant. */
export function useTrades(text: string): Find[] | undefined {
  const may = useMay(pageAuthorizations)
  const cents = parse(text)
  const wish = cents === undefined ? { merchant: text } : { minAmount: cents, maxAmount: cents }
  const page = useAsk(
    pageAuthorizations,
    { ...wish, pageNo: 1, pageSize: MOST },
    { quiet: true, enabled: may.shown && text.length > 1, keep: false },
  )
  return page.data?.data.map((trade) => ({
    to: paths.trade(trade.cardAuthId),
    icon: 'trades',
    title: trade.merchantName,
    note: `···· ${trade.lastFour} · ${trade.statusText}`,
    amount: show(trade.amount),
  }))
}
