import { lazy, Suspense } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '#web/account/paths.ts'
import { useRecent } from '#web/account/recent.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { withText } from '#web/text.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { isMove } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { statusTone } from '../cardTones.ts'
import { useCardNavigation, type CameFrom } from '../cardNavigation.ts'
import { useText } from '../text.ts'
import { CardBill } from './CardBill.tsx'
import { CardFacts, CardLimits, CardStats, FeesToCome } from './CardFacts.tsx'
import { CardHead } from './CardHead.tsx'
import { CardLog } from './CardLog.tsx'
import { CardTrades } from './CardTrades.tsx'
import { Lineage } from './Lineage.tsx'
import { RecurringCharges } from './RecurringCharges.tsx'

const ControlsTab = lazy(withText(() => import('../controls/ControlsTab.tsx')))

const tabs = {
  overview: (shown) => <CardOverview card={shown} />,
  trades: ({ card }) => <CardTrades cardId={card.cardId} cardSeqNo={card.cardSeqNo} />,
  bill: ({ card }) => <CardBill cardId={card.cardId} openDate={card.openDate} />,
  controls: (shown) => (
    <Suspense fallback={<Skeleton height={240} radius={14} />}>
      <ControlsTab card={shown} />
    </Suspense>
  ),
  log: ({ card }) => <CardLog cardId={card.cardId} />,
} as const satisfies Record<string, (shown: ShownCard) => React.ReactNode>
type Tab = keyof typeof tabs
const allTabs = Object.keys(tabs) as Tab[]

/** One card in a drawer over its list, with its dialogs on top. Each has its own address. */
export default function CardPage() {
  const t = useText()
  const { cardId = '', move } = useParams()
  const from = useLocation().state as CameFrom
  const [search, setSearch] = useSearchParams()
  const { toList, toCard, toPage } = useCardNavigation()
  const query = useAsk(
    showCard,
    { cardId },
    { quiet: true, everyMs: 5_000, live: ['cards', 'money', 'trades'], ofCard: cardId },
  )
  const shown = query.data?.card.cardId === cardId ? query.data : undefined
  const mayControl = useMay(showControls).shown
  const tabNames = allTabs.filter((name) => name !== 'controls' || mayControl)
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'overview'
  const alone = from?.alone && isMove(move)

  const toTab = (name: Tab) => {
    const next = new URLSearchParams(search)
    next.delete('line')
    if (name === 'overview') next.delete('tab')
    else next.set('tab', name)
    setSearch(next, { replace: true })
  }
  const card = shown?.card
  useRecent(
    card && {
      to: paths.card(cardId),
      icon: 'cards',
      title: `${card.segment.slice(0, 6)} ···· ${card.lastFour ?? '····'}`,
      note: `${card.cardSeqNo} · ${card.firstName} ${card.lastName}`,
    },
  )
  const gone = !shown && query.error?.refusal === 'not_found'
  return (
    <>
      {!alone && (
        <Drawer
          title={card ? t('cards.cardEnding', { lastFour: card.lastFour ?? '····' }) : t('cards.card')}
          onClose={toList}
          width={640}
          extra={
            card && (
              <>
                <StatusTag tone={statusTone[card.status]} text={card.statusText} />
                <Button
                  look="quiet"
                  icon="expand"
                  title={t('cards.drawer.asPage')}
                  aria-label={t('cards.drawer.asPage')}
                  guardMs={0}
                  onClick={() => toPage(cardId)}
                />
              </>
            )
          }
        >
          {gone ? (
            <Empty icon="warn" title={t('cards.drawer.gone')} />
          ) : (
            <Answered query={{ ...query, data: shown }} skeleton={<Skeleton height={360} radius={14} />}>
              {(of) => (
                <Stack gap={4}>
                  <CardHead card={of} />
                  <Tabs
                    label={t('cards.drawer.tabs')}
                    value={tab}
                    options={tabNames.map((value) => ({ value, label: t(`cards.drawer.${value}`) }))}
                    onChange={toTab}
                  >
                    {tabs[tab](of)}
                  </Tabs>
                </Stack>
              )}
            </Answered>
          )}
        </Drawer>
      )}
      {shown && isMove(move) && (
        <ActionDialog key={move} move={move} card={shown} onClose={alone ? toList : () => toCard(cardId)} />
      )}
    </>
  )
}

/** What is known of a card: its declines, its data, its limits. */
function CardOverview({ card: shown }: { card: ShownCard }) {
  const { card, stats, fees } = shown
  return (
    <Stack gap={5}>
      {card.replaced + card.replaces > 0 && <Lineage cardId={card.cardId} unit={card.unit} />}
      <RecurringCharges card={card} />
      <CardStats stats={stats} />
      <CardFacts card={shown} />
      <FeesToCome fees={fees} />
      <CardLimits limits={card.limits} />
    </Stack>
  )
}
