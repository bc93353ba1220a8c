import { lazy, Suspense } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { showCard, cardBalance } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showClock } from '#web/parts/dates.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CardCodes } from '#web/account/threeD/CardCodes.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { langNow, withText } from '#web/text.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { isMove, useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { FaceOf } from '../WhichCard.tsx'
import { statusTone } from '../cardTones.ts'
import { Figures } from '../Figures.tsx'
import { useCardNavigation, type CameFrom } from '../cardNavigation.ts'
import { useText } from '../text.ts'
import { useLabelActions } from '../labelActions.ts'
import { CardBill } from './CardBill.tsx'
import { CardLog } from './CardLog.tsx'
import { CardOverview } from './CardOverview.tsx'
import { CardTrades } from './CardTrades.tsx'
import css from '../Cards.module.css'

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
  const { toList, toCard } = useCardNavigation()
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
  const gone = !shown && query.error?.refusal === 'not_found'
  return (
    <>
      {!alone && (
        <Drawer
          title={card ? t('cards.cardEnding', { lastFour: card.lastFour ?? '····' }) : t('cards.card')}
          onClose={toList}
          width={640}
          extra={card && <StatusTag tone={statusTone[card.status]} text={card.statusText} />}
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

/** The card itself, its current balance, and the available actions. */
function CardHead({ card: { card, openFailure } }: { card: ShownCard }) {
  const t = useText()
  const lowBalance = useSession().LowBalance ?? 0
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  const live = useAsk(
    cardBalance,
    { cardId: card.cardId },
    { quiet: true, everyMs: 3_000, live: ['money', 'trades'], ofCard: card.cardId },
  )
  const now = live.data?.cardId === card.cardId ? live.data : { ...card, asOf: undefined }
  const stoppedBy = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  return (
    <>
      <Grid gap={5} min={240}>
        <FaceOf card={card} />
        <Stack gap={1}>
          <Muted>{t('cards.column.available')}</Muted>
          <span key={now.available} className={css.fresh}>
            <Money cents={now.available} unit={card.unit} size="xl" />
          </span>
          {now.asOf !== undefined && <Muted>{t('cards.drawer.asOf', { time: showClock(now.asOf) })}</Muted>}
          <Figures
            figures={[
              [
                <Tip text={t('cards.drawer.pendingNote')}>{t('cards.column.pending')}</Tip>,
                <Money cents={now.pending} unit={card.unit} />,
              ],
              [
                <Tip text={t('cards.drawer.balanceNote')}>{t('cards.column.balance')}</Tip>,
                <Money cents={now.balance} unit={card.unit} />,
              ],
              [t('cards.column.deposit'), <Money cents={card.deposit} unit={card.unit} />],
              [t('cards.column.consume'), <Money cents={card.consume} unit={card.unit} />],
            ]}
          />
        </Stack>
      </Grid>
      <Row role="group" aria-label={t('cards.action.menu')} className={css.actions}>
        {offers(card).map(({ move, icon, tone, reason }) => (
          <Button
            key={move}
            icon={icon}
            look={move === 'load' && !reason ? 'primary' : tone === 'bad' ? 'danger' : 'plain'}
            disabled={reason}
            onClick={() => toAction(card.cardId, move)}
          >
            {t(`cards.action.${move}`)}
          </Button>
        ))}
        {labels.map(({ what, icon, go }) => (
          <Button key={what} icon={icon} guardMs={0} onClick={() => go([card], card.cardId)}>
            {t(`cards.label.${what}`)}
          </Button>
        ))}
      </Row>
      {openFailure && <Note tone="bad">{t('cards.drawer.openFailed', { reason: openFailure.text })}</Note>}
      {card.threeDs === 1 && <CardCodes cardId={card.cardId} />}
      {stoppedBy.length > 0 && <Note tone="bad">{t('cards.drawer.stoppedBy', { by: stoppedBy.join(', ') })}</Note>}
      {card.status === 'ACTIVE' && now.available < lowBalance && (
        <Note tone="warn">{t('cards.lowBalanceText', { limit: show(lowBalance) })}</Note>
      )}
    </>
  )
}
