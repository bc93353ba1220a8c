import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { listCards } from '#contract/cards/cards.ts'
import { parse, show } from '#contract/core/money.ts'
import { wouldPass } from '#contract/trades/wouldPass.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { useTags } from '#web/account/cards/tags/labels.ts'
import { flat, menuOf } from '#web/account/menu.ts'
import { paths } from '#web/account/paths.ts'
import { table } from '#web/account/routes.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { langNow } from '#web/text.ts'
import { chargeIn } from './chargeIn.ts'
import { useText } from './text.ts'
import css from './Palette.module.css'

const PAUSE_MS = 180

/** One search field for pages, cards, tags and transactions. Arrows select, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), PAUSE_MS)
  const [at, setAt] = useState(0)
  const cards = useCards(text)
  const trades = useTrades(text)
  const pages = usePages(text)
  const charges = useCharge(text)
  const tagged = useTagged(text, (name) => t('palette.tagged', { name }))
  const groups: { title: string; finds: Find[] }[] = [
    { title: t('palette.pass'), finds: charges },
    { title: t('palette.cards'), finds: text.length > 1 ? (cards ?? []) : [] },
    { title: t('palette.trades'), finds: text.length > 1 ? (trades ?? []) : [] },
    { title: t('palette.tags'), finds: text ? tagged : [] },
    { title: t('palette.pages'), finds: pages },
  ].filter(({ finds }) => finds.length > 0)
  const all = groups.flatMap(({ finds }) => finds)
  const chosen = all[Math.min(at, all.length - 1)]
  useEffect(() => {
    setAt(0)
  }, [text])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  function open(find: Find) {
    onClose()
    void navigate(find.to)
  }
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length))
    } else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      open(chosen)
    }
  }
  let index = -1
  return (
    <Layer label={t('palette.title')} onClose={onClose} className={css.palette}>
      <div className={css.sheet}>
        <label className={css.field}>
          <Icon name="search" />
          <input
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKey}
            placeholder={t('palette.hint')}
            aria-label={t('palette.title')}
            role="combobox"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? `${id}-${all.indexOf(chosen)}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
        </label>
        <div id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className={css.list}>
          {groups.map(({ title, finds }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden="true">{title}</p>
              {finds.map((find) => {
                const mine = ++index
                return (
                  <div
                    key={find.to + mine}
                    id={`${id}-${mine}`}
                    role="option"
                    aria-selected={find === chosen}
                    className={css.find}
                    onPointerMove={() => setAt(mine)}
                    onClick={() => open(find)}
                  >
                    <Icon name={find.icon} size={18} />
                    <span>
                      <b>{find.title}</b>
                      {find.note && <small>{find.note}</small>}
                    </span>
                    {find.amount && <span className={css.amount}>{find.amount}</span>}
                  </div>
                )
              })}
            </div>
          ))}
          {all.length === 0 && (
            <p className={css.nothing}>{text ? t('palette.nothing', { text }) : t('palette.start')}</p>
          )}
        </div>
        <footer className={css.foot}>{t('palette.keys')}</footer>
      </div>
    </Layer>
  )
}

/** Interprets a text and searches for it. These are hooks, because each search uses the query of a list. */
type Find = { to: string; icon: IconName; title: string; note?: string; amount?: string }
const MOST = 5

/** `pass facebook 49` or `能付 facebook 49`: a charge that is tried. An amount may be missing yet. */
function useCharge(text: string): Find[] {
  const may = useMay(wouldPass)
  const reachable = useReachable()
  const charge = chargeIn(text)
  if (!charge || !may.shown || !reachable(paths.cardList)) return []
  const { merchant, cents } = charge
  const [typed, amount] = cents === undefined ? ['', undefined] : [show(cents, 'USD', 'none'), show(cents)]
  return [{ to: paths.passOf(merchant, typed), icon: 'check', title: merchant, ...(amount && { amount }) }]
}

/** Pages whose name contains the text. */
function usePages(text: string): Find[] {
  const state = useSession()
  const word = text.toLowerCase()
  return flat(menuOf(table, state))
    .filter(({ title, load }) => load && title[langNow()].toLowerCase().includes(word))
    .slice(0, MOST)
    .map(({ path, icon, title }) => ({ to: path, icon, title: title[langNow()] }))
}

/** Four digits are the end of a card number, more digits its serial, letters its holder. */
const cardInput = (text: string) =>
  /^\d{1,4}$/.test(text) ? { lastFour: text } : /^\d{5,}$/.test(text) ? { cardSeqNo: text } : { holder: text }

function useCards(text: string): Find[] | undefined {
  const may = useMay(listCards)
  const page = useAsk(
    listCards,
    { ...cardInput(text), pageNo: 1, pageSize: MOST },
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

function useTagged(text: string, say: (name: string) => string): Find[] {
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
function useTrades(text: string): Find[] | undefined {
  const may = useMay(pageAuthorizations)
  const cents = parse(text)
  const input = cents === undefined ? { merchant: text } : { minAmount: cents, maxAmount: cents }
  const page = useAsk(
    pageAuthorizations,
    { ...input, pageNo: 1, pageSize: MOST },
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
