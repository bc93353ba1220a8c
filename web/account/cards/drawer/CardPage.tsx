import { useLocation, useParams, useSearchParams } from 'react-router'
import { showCard, cardBalance } from '#contract/cards/cards.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showClock } from '#web/parts/dates.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CardCodes } from '#web/account/threeD/CardCodes.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { langNow } from '#web/text.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { isMove, useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { statusTone, expiryOf, veilOf } from '../cardTones.ts'
import { useCardNavigation, type CameFrom } from '../cardNavigation.ts'
import { useText } from '../text.ts'
import { useLabelActions } from '../labelActions.ts'
import { CardBill } from './CardBill.tsx'
import { CardLog } from './CardLog.tsx'
import { CardOverview } from './CardOverview.tsx'
import { CardTrades } from './CardTrades.tsx'
import css from '../Cards.module.css'

const tabs = {
  overview: (shown) => <CardOverview card={shown} />,
  trades: ({ card }) => <CardTrades cardId={card.cardId} cardSeqNo={card.cardSeqNo} />,
  bill: ({ card }) => <CardBill cardId={card.cardId} openDate={card.openDate} />,
  log: ({ card }) => <CardLog cardId={card.cardId} />,
} as const satisfies Record<string, (shown: ShownCard) => React.ReactNode>
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]

/** One card in a drawer over its list, with its dialogs on top. Each has its own address. */
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

/** The card itself, its current balance, and the available actions. */
function CardHead({ card: { card, openFailure } }: { card: ShownCard }) {
  const t = useText()
  const lowBalance = useSession().LowBalance ?? 0
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  const live = useAsk(cardBalance, { cardId: card.cardId }, { quiet: true, everyMs: 3_000 })
  const now = live.data?.cardId === card.cardId ? live.data : { ...card, asOf: undefined }
  const stoppedBy = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  return (
    <>
      <div className={css.top}>
        <div className={css.face}>
          <CardFace
            network={card.network}
            segment={card.segment}
            lastFour={card.lastFour}
            holder={`${card.firstName} ${card.lastName}`}
            expiry={expiryOf(card)}
            veil={veilOf(card.status)}
          />
        </div>
        <div className={css.now}>
          <span className={css.label}>{t('cards.column.available')}</span>
          <span key={now.available} className={css.big}>
            <Money cents={now.available} unit={card.unit} size="xl" />
          </span>
          <span className={css.asOf}>
            {now.asOf !== undefined && (
              <>
                <i /> {t('cards.drawer.asOf', { time: showClock(now.asOf) })}
              </>
            )}
          </span>
          <dl className={css.figures}>
            <div>
              <dt title={t('cards.drawer.pendingNote')}>{t('cards.column.pending')}</dt>
              <dd>
                <Money cents={now.pending} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt title={t('cards.drawer.balanceNote')}>{t('cards.column.balance')}</dt>
              <dd>
                <Money cents={now.balance} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt>{t('cards.column.deposit')}</dt>
              <dd>
                <Money cents={card.deposit} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt>{t('cards.column.consume')}</dt>
              <dd>
                <Money cents={card.consume} unit={card.unit} />
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <div className={css.actions} role="group" aria-label={t('cards.action.menu')}>
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
      </div>
      {openFailure && <Note tone="bad">{t('cards.drawer.openFailed', { reason: openFailure.text })}</Note>}
      {card.threeDs === 1 && <CardCodes cardId={card.cardId} />}
      {stoppedBy.length > 0 && <Note tone="bad">{t('cards.drawer.stoppedBy', { by: stoppedBy.join(', ') })}</Note>}
      {card.status === 'ACTIVE' && now.available < lowBalance && (
        <Note tone="warn">{t('cards.lowBalanceText', { limit: show(lowBalance) })}</Note>
      )}
    </>
  )
}
