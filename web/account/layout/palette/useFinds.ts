/** Each search is a hook, because it uses the query of a list. */
import { useLocation } from 'react-router'
import { listCards } from '#contract/cards/cards.ts'
import { parse, show } from '#contract/core/money.ts'
import { subOptions } from '#contract/subaccounts/subaccounts.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { wouldPass } from '#contract/trades/wouldPass.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import type { Find } from '#web/parts/palette/PaletteFrame.tsx'
import { useTags } from '#web/account/cards/tags/labels.ts'
import { flat, menuOf, routeSet } from '#web/account/menu.ts'
import { paths } from '#web/account/paths.ts'
import { recents } from '#web/account/recent.ts'
import { table } from '#web/account/routes.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { langNow } from '#web/text.ts'
import { chargeIn } from './chargeIn.ts'
import { useText } from './text.ts'

export const MOST = 5
/** A single letter finds too much. */
const searchable = (text: string): boolean => text.length > 1

/** What was opened last, apart from what is shown; pages that can still be opened, in the language of the moment. */
export function useRecents(): Find[] {
  const pages = flat(menuOf(table, useSession()))
  const { pathname } = useLocation()
  return recents().flatMap(({ to, icon, title, note }) => {
    if (to === pathname) return []
    const page = pages.find(({ path }) => path === to)
    const name = title ?? page?.title[langNow()]
    return name === undefined ? [] : [{ to, icon, title: name, note }]
  })
}

/** `pass facebook 49` or `能付 facebook 49`: a charge that is tried. An amount may be missing yet. */
export function useCharge(text: string): Find[] {
  const may = useMay(wouldPass)
  const reachable = useReachable()
  const charge = chargeIn(text)
  if (!charge || !may.shown || !reachable(paths.cardList)) return []
  const { merchant, cents } = charge
  const [typed, amount] = cents === undefined ? ['', undefined] : [show(cents, 'USD', 'none'), show(cents)]
  return [{ to: paths.passOf(merchant, typed), icon: 'check', title: merchant, amount }]
}

/** Pages whose name contains the text. */
export function usePages(text: string): Find[] {
  const state = useSession()
  const word = text.toLowerCase()
  return flat(menuOf(table, state))
    .filter(({ title, load }) => load && Object.values(title).some((name) => name.toLowerCase().includes(word)))
    .slice(0, MOST)
    .map(({ path, icon, title }) => ({ to: path, icon, title: title[langNow()] }))
}

/** Four digits are the end of a card number, more digits its serial, letters its holder. */
const cardInput = (text: string) =>
  /^\d{1,4}$/.test(text) ? { lastFour: text } : /^\d{5,}$/.test(text) ? { cardSeqNo: text } : { holder: text }

/** `enabled`: not where the text is a command, or a number of something else. */
export function useCards(text: string, enabled: boolean): Find[] {
  const may = useMay(listCards)
  const page = useAsk(
    listCards,
    { ...cardInput(text.slice(0, 40)), pageNo: 1, pageSize: MOST },
    { quiet: true, enabled: may.shown && enabled && searchable(text), keep: false },
  )
  return (page.data?.data ?? []).map((card) => ({
    to: paths.card(card.cardId),
    icon: 'cards',
    title: `${card.segment.slice(0, 6)} ···· ${card.lastFour ?? '····'}`,
    note: `${card.cardSeqNo} · ${card.firstName} ${card.lastName} · ${card.statusText}`,
    amount: show(card.available),
  }))
}

export function useTagged(text: string): Find[] {
  const t = useText()
  const tags = useTags().data?.data ?? []
  const word = text.toLowerCase()
  if (word === '') return []
  return tags
    .filter(({ name }) => name.toLowerCase().includes(word))
    .slice(0, MOST)
    .map(({ tagId, name, cardCount }) => ({
      to: `${paths.cardList}?tagId=${tagId}`,
      icon: 'filter',
      title: t('palette.tagged', { name }),
      note: String(cardCount),
    }))
}

/** A figure is an amount, anything else a merchant: its transactions, and those of each merchant that is found. */
export function useTrades(text: string, enabled: boolean): { trades: Find[]; merchants: Find[] } {
  const t = useText()
  const may = useMay(pageAuthorizations)
  const cents = parse(text)
  const input = cents === undefined ? { merchant: text.slice(0, 60) } : { minAmount: cents, maxAmount: cents }
  const page = useAsk(
    pageAuthorizations,
    { ...input, pageNo: 1, pageSize: MOST },
    { quiet: true, enabled: may.shown && enabled && searchable(text), keep: false },
  )
  const rows = page.data?.data ?? []
  const names = cents === undefined ? [...new Set(rows.map(({ merchantName }) => merchantName))] : []
  return {
    trades: rows.map((trade) => ({
      to: paths.trade(trade.cardAuthId),
      icon: 'trades',
      title: trade.merchantName,
      note: `···· ${trade.lastFour} · ${trade.statusText}`,
      amount: show(trade.amount),
    })),
    merchants: names.map((merchant) => ({
      to: `${paths.cardRecord}?${new URLSearchParams({ merchant })}`,
      icon: 'filter',
      title: t('palette.atMerchant', { merchant }),
    })),
  }
}

/** Sub-accounts by name, with their cards. */
export function useSubs(text: string): Find[] {
  const t = useText()
  const subs = useSubOptions(searchable(text))
  const word = text.toLowerCase()
  return subs
    .filter(({ label }) => label.toLowerCase().includes(word))
    .slice(0, MOST)
    .map(({ value, label }) => ({
      to: paths.ofSub(paths.subCardList, value),
      icon: 'people',
      title: label,
      note: t('palette.cardsOf'),
    }))
}

export function useSubOptions(enabled: boolean) {
  const state = useSession()
  const isParent = routeSet(state) === 'parentWithSubs'
  return useAsk(subOptions, {}, { quiet: true, enabled: enabled && isParent }).data ?? []
}

const ULID = '[0-9A-HJKMNP-TV-Z]{26}'
const numbers: readonly (readonly [RegExp, (no: string) => string, list: string])[] = [
  [/^B\d{11}$/, paths.batch, paths.cardList],
  [new RegExp(`^tup_${ULID}$`), paths.rechargeOrder, paths.rechargeIndex],
  [new RegExp(`^fct_${ULID}$`), paths.forecast, paths.financeAudit],
  [new RegExp(`^dsp_${ULID}$`), paths.dispute, paths.cardDisputes],
  [new RegExp(`^(?:atx|trd)_${ULID}$`), paths.trade, paths.cardRecord],
  [new RegExp(`^crd_${ULID}$`), paths.card, paths.cardList],
  [new RegExp(`^[a-z]{3}_${ULID}$`), (no) => `${paths.financeRecord}?bizNo=${no}`, paths.financeRecord],
]

/** The number of a batch, an order or another thing, copied from a list, a notice or a file. */
export function useNumber(text: string): Find[] {
  const t = useText()
  const reachable = useReachable()
  // As it is written: prefixes in small letters, the rest in capitals.
  const no = /^b\d{11}$/i.test(text) ? text.toUpperCase() : text
  const found = numbers.find(([form, , list]) => form.test(no) && reachable(list))
  return found ? [{ to: found[1](no), icon: 'ledger', title: no, note: t('palette.number') }] : []
}
