import { useLocation, useParams, useSearchParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { CardBill } from './CardBill.tsx'
import { CardHead } from './CardHead.tsx'
import { CardLog } from './CardLog.tsx'
import { CardOverview } from './CardOverview.tsx'
import { CardTrades } from './CardTrades.tsx'
import { isMove } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { statusTone } from '../cardLook.ts'
import { useCardNavigation, type CameFrom } from '../cardNavigation.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useText } from '../text.ts'
import css from '../Cards.module.css'

const tabs = {
  overview: (shown) => <CardOverview card={shown} />,
  trades: ({ card }) => <CardTrades cardId={card.cardId} cardSeqNo={card.cardSeqNo} />,
  bill: ({ card }) => <CardBill cardId={card.cardId} openDate={card.openDate} />,
  log: ({ card }) => <CardLog cardId={card.cardId} />,
} as const satisfies Record<string, (shown: ShownCard) => React.ReactNode>
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]

/** One card beside the list that it was opened from, and over it what is being done with it. Each has its own address. */
export default function CardPage() {
  const t = useText()
  const { cardId = '', move } = useParams()
  const from = useLocation().state as CameFrom
  const [search, setSearch] = useSearchParams()
  const { toList, toCard } = useCardNavigation()
  const query = useAsk(showCard, { cardId }, { quiet: true, everyMs: 5_000 })
  const shown = query.data?.card.cardId === cardId ? query.data : undefined
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'overview'
  const alone = from?.alone && isMove(move)

  const toTab = (name: Tab) => {
    const next = new URLSearchParams(search)
    if (name === 'overview') next.delete('tab')
    else next.set('tab', name)
    setSearch(next, { replace: true })
  }
  const card = shown?.card
  return (
    <>
      {!alone && (
        <Drawer
          title={card ? t('cards.cardEnding', { lastFour: card.lastFour ?? '····' }) : t('cards.card')}
          onClose={toList}
          width={640}
          extra={card && <StatusTag tone={statusTone[card.status]} text={card.statusText} />}
        >
          {query.isError && !shown && (
            <Empty
              icon="warn"
              title={query.error.refusal === 'not_found' ? t('cards.drawer.gone') : t('parts.loadFailed')}
              text={query.error.refusal === 'not_found' ? undefined : query.error.says}
            />
          )}
          {!shown && !query.isError && (
            <div className={css.detail}>
              <Skeleton height={200} radius={14} />
              <SkeletonLines lines={6} />
            </div>
          )}
          {shown && (
            <div className={css.detail}>
              <CardHead card={shown} />
              <Tabs
                label={t('cards.drawer.tabs')}
                value={tab}
                options={tabNames.map((value) => ({ value, label: t(`cards.drawer.${value}`) }))}
                onChange={toTab}
              >
                {tabs[tab](shown)}
              </Tabs>
            </div>
          )}
        </Drawer>
      )}
      {shown && isMove(move) && (
        <ActionDialog key={move} move={move} card={shown} onClose={alone ? toList : () => toCard(cardId)} />
      )}
    </>
  )
}
