import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { cures, type CureKind } from '#contract/trades/cures.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Call } from '#contract/core/call.ts'
import { freezeCard, loadCard, openCard, showCard } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import { createRecharge } from '#contract/funding/funding.ts'
import { threeDPool } from '#contract/threeD/threeD.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Stats } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { type Authorization, type Trade, adviceOf, declineOf, tradeTone } from '../tradeTones.ts'
import { lineKey, stoppedText } from '../stopped.ts'
import { withText } from '#web/text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText, type say } from '../text.ts'
import { DisputeLink } from './DisputeLink.tsx'
import { Headline } from './Headline.tsx'
import { checkFacts, whereFacts } from './whereFacts.tsx'
import { storyOf, type Moment } from './story.ts'
import { TryAgain } from './TryAgain.tsx'
import css from '../Trades.module.css'

const Replay = lazy(withText(() => import('../replay/Replay.tsx')))

export function AuthorizationDetail({ auth, trades }: { auth: Authorization; trades: readonly Trade[] | undefined }) {
  const t = useText()
  const declined = auth.status === 'DECLINED'
  const refunded = (trades ?? [])
    .filter(({ type, status }) => type === 'REFUND' && status !== 'REVERSED')
    .reduce((sum, { amount }) => sum + amount, 0)
  const figure = (key: 'authorized' | 'cleared' | 'held' | 'refunded', cents: number) =>
    [t(`trades.one.figures.${key}`), <Money cents={cents} unit={auth.unit} />] as const
  return (
    <>
      {declined && <DeclineNote auth={auth} />}
      <Headline row={auth} struck={declined} />
      {!declined && (
        <Stats
          stats={[
            figure('authorized', auth.amount),
            figure('cleared', auth.clearedAmount),
            figure('held', auth.remainingHold),
            refunded > 0 && figure('refunded', refunded),
          ]}
        />
      )}
      <Section title={t('trades.one.story')}>
        <Story auth={auth} trades={trades} />
      </Section>
      {declined && (
        <Suspense fallback={<Skeleton height={680} radius={8} />}>
          <Replay auth={auth} />
        </Suspense>
      )}
      {declined && <TryAgain auth={auth} />}
      <Section title={t('trades.one.details')}>
        <Facts
          facts={[
            ...whereFacts(auth, t),
            auth.remainingHold > 0 && auth.expireTime && [t('trades.one.releaseBy'), showTime(auth.expireTime)],
            ...checkFacts(auth, t),
            !declined && auth.why && [t('trades.one.watching'), stoppedText(auth.why)],
            [t('trades.one.authId'), <Copied text={auth.cardAuthId} what={t('trades.one.authId')} />],
          ]}
        />
      </Section>
      {(trades ?? []).map((trade) => (
        <DisputeLink key={trade.tradeId} trade={trade} />
      ))}
    </>
  )
}

/** Why it was declined and what to do about it: the first thing that the owner of a declined card looks for. */
function DeclineNote({ auth }: { auth: Authorization }) {
  const t = useText()
  const reachable = useReachable()
  const decline = declineOf(auth.reason)
  const possible = decline ? curesOf(auth.reason as DeclineReason).filter((cure) => reachable(ways[cure].page)) : []
  return (
    <Stack as="section" gap={2} className={css.decline} aria-label={t('trades.one.declined')}>
      <Row as="p" className={css.reason}>
        <Icon name="warn" size={20} />
        {auth.reasonText}
      </Row>
      {auth.why && <p>{stoppedText(auth.why)}</p>}
      <p>{adviceOf(auth.reason)}</p>
      {possible.length > 0 && (
        <Row>
          {possible.map((cure, index) => (
            <Way key={cure} cure={cure} auth={auth} first={index === 0} />
          ))}
        </Row>
      )}
      {decline && (
        <Row as="p" gap={3}>
          <Tag tone={decline.counted ? 'warn' : 'quiet'} dot={decline.counted}>
            {t(decline.counted ? 'trades.one.countsYes' : 'trades.one.countsNo')}
          </Tag>
          <Muted>{t('trades.one.network', { code: decline.iso })}</Muted>
        </Row>
      )}
    </Stack>
  )
}

function Way({ cure, auth, first }: { cure: Cure; auth: Authorization; first: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const { to, by, text } = ways[cure]
  const may = useMay(by)
  if (!may.shown) return null
  return (
    <Button look={first ? 'primary' : 'plain'} disabled={may.reason} onClick={() => void navigate(to(auth))}>
      {t(`trades.cure.${text}`)}
    </Button>
  )
}

/** Where the owner of a declined card can fix the cause: the page that must be available, its address for this card, and the call that decides whether it is allowed. */
const ways = {
  CONTROL: {
    text: 'control',
    page: paths.cardList,
    to: ({ cardId, why }) => paths.cardControl(cardId, why ? lineKey(why) : ''),
    by: showControls,
  },
  LOAD: { text: 'load', page: paths.cardList, to: ({ cardId }) => paths.cardAction(cardId, 'load'), by: loadCard },
  UNFREEZE: {
    text: 'thaw',
    page: paths.cardList,
    to: ({ cardId }) => paths.cardAction(cardId, 'unfreeze'),
    by: { ...freezeCard, action: 'unfreeze' },
  },
  DETAILS: { text: 'look', page: paths.cardList, to: ({ cardId }) => paths.card(cardId), by: showCard },
  THREEDS: { text: 'threeDs', page: paths.threeD, to: () => paths.threeD, by: threeDPool },
  OPEN: { text: 'open', page: paths.cardOpen, to: () => paths.cardOpen, by: openCard },
  TOP_UP: { text: 'topUp', page: paths.rechargeIndex, to: () => paths.rechargeIndex, by: createRecharge },
  OTHER_CARD: { text: 'change', page: paths.cardList, to: () => paths.cardList, by: showCard },
} as const satisfies Partial<
  Record<
    CureKind,
    { text: string; page: string; to: (auth: Authorization) => string; by: Pick<Call, 'who' | 'action'> }
  >
>
type Cure = keyof typeof ways
const curesOf = (reason: DeclineReason): Cure[] => {
  const all: readonly CureKind[] = cures[reason]
  return all.filter((kind): kind is Cure => kind in ways)
}

function Story({ auth, trades }: { auth: Authorization; trades: readonly Trade[] | undefined }) {
  const t = useText()
  const steps = storyOf(auth, trades).map((moment, index): TimelineStep => {
    const time = moment.time === undefined ? undefined : showTime(moment.time)
    return { key: `${moment.kind}-${index}`, time, ...stepOf(moment, auth, t) }
  })
  return <Timeline label={t('trades.one.story')} steps={steps} />
}

type T = typeof say

function stepOf(moment: Moment, auth: Authorization, t: T): Omit<TimelineStep, 'key' | 'time'> {
  const money = (cents: number, sign?: 'always') => <Money cents={cents} unit={auth.unit} sign={sign} />
  switch (moment.kind) {
    case 'asked':
      return {
        state: 'done',
        title: t('trades.event.asked'),
        value: <Money cents={auth.merchantAmount} unit={auth.merchantCurrency} />,
      }
    case 'approved':
      return {
        state: 'done',
        title: t(moment.amount > 0 ? 'trades.event.approved' : 'trades.event.approvedFree'),
        text: moment.fee > 0 && t('trades.event.approvedText', { fee: show(moment.fee, auth.unit) }),
        value: moment.amount > 0 && money(moment.amount),
      }
    case 'declined':
      return { state: 'bad', title: t('trades.event.declined'), text: auth.reasonText }
    case 'incrementDeclined':
      return {
        state: 'bad',
        title: t('trades.event.incrementDeclined', { reason: moment.reason }),
        value: money(moment.amount),
      }
    case 'increment':
    case 'reversal':
    case 'expiry':
      return {
        state: 'done',
        title: t(`trades.event.${moment.kind}`),
        value: money(moment.kind === 'increment' ? moment.amount : -moment.amount, 'always'),
      }
    case 'released':
      return { state: 'done', title: t('trades.event.released'), value: money(moment.amount) }
    case 'waiting':
    case 'waitingMore':
      return {
        state: 'now',
        title: t(`trades.event.${moment.kind}`),
        text: moment.until !== null && t('trades.event.waitingText', { time: showTime(moment.until) }),
        value: money(moment.amount),
      }
    case 'trade': {
      const { trade } = moment
      return {
        state: tradeTone[trade.status] === 'warn' || trade.type === 'FORCED' ? 'warn' : 'done',
        title: trade.typeText,
        text: [trade.status !== 'POSTED' && trade.statusText, trade.bizText].filter(Boolean).join(' · '),
        value: <Money cents={trade.amount} unit={trade.unit} sign="always" />,
      }
    }
  }
}
