import { Link } from 'react-router'
import type { CardMove } from '#contract/cards/states.ts'
import type { Output } from '#contract/core/call.ts'
import { cures, type CureKind } from '#contract/trades/cures.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { pageDeclines } from '#contract/trades/trades.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { stoppedText } from '#web/account/trades/stopped.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { useCardActions } from '../cardActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { Entries, Entry } from '../drawer/Entries.tsx'
import { useText } from './text.ts'
import css from './CardDetails.module.css'

type Of = Pick<ShownCard, 'card'>
type Decline = Output<typeof pageDeclines>['data'][number]

const MOST = 5
/** Cures that are actions on this card. */
const moves: Partial<Record<CureKind, CardMove>> = { LOAD: 'load', UNFREEZE: 'unfreeze' }

/** The newest declines of the card, each with what to do about it. */
export function CardDeclines({ card }: Of) {
  const t = useText()
  const may = useMay(pageDeclines).shown
  const linked = useReachable()(paths.cardRecord)
  const { data } = useAsk(
    pageDeclines,
    { cardId: card.cardId, scope: 'all', pageNo: 1, pageSize: MOST },
    { quiet: true, everyMs: 5_000, live: ['trades'], ofCard: card.cardId, enabled: may },
  )
  if (!may) return null
  return (
    <Panel
      title={t('cardPage.declines')}
      extra={
        linked &&
        data?.haveNext && <Link to={`${paths.cardTrades(card.cardSeqNo)}&tab=declined`}>{t('cardPage.all')}</Link>
      }
    >
      {!data ? (
        <SkeletonLines lines={2} />
      ) : data.data.length === 0 ? (
        <Muted as="p">{t('cardPage.declinesNone')}</Muted>
      ) : (
        <Entries>
          {data.data.map((decline) => (
            <DeclineRow key={decline.refuseId} card={card} decline={decline} linked={linked} />
          ))}
        </Entries>
      )}
    </Panel>
  )
}

function DeclineRow({ card, decline, linked }: Of & { decline: Decline; linked: boolean }) {
  const t = useText()
  const { toAction } = useCardNavigation()
  const offers = useCardActions()(card)
  const { cardAuthId, reason, reasonText, why, advice, merchantName, desc, tradeTime, amount, unit } = decline
  const wanted = (cures[reason as DeclineReason] ?? []).flatMap((cure) => moves[cure] ?? [])
  const offer = offers.find(({ move, reason: off }) => wanted.includes(move) && off === undefined)
  return (
    <Entry
      title={linked ? <Link to={paths.trade(cardAuthId)}>{reasonText}</Link> : reasonText}
      text={
        <Stack gap={1} as="span">
          <span>
            {merchantName || desc} · {showTime(tradeTime)}
          </span>
          <span>{why ? stoppedText(why) : advice}</span>
        </Stack>
      }
      tag={
        <Row className={css.cure}>
          {offer && (
            <Button size="s" icon={offer.icon} guardMs={0} onClick={() => toAction(card, offer.move)}>
              {t(`cards.action.${offer.move}`)}
            </Button>
          )}
          {!offer && linked && <Link to={paths.trade(cardAuthId)}>{t('cardPage.cure')}</Link>}
        </Row>
      }
      off
    >
      <Money cents={amount} unit={unit} strong />
    </Entry>
  )
}
