import { useLocation, useNavigate, useParams, Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { pageAuthorizations, pageTrades } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { Copyable } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Section } from '#web/ui/layout.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { authTone } from '../authTones.ts'
import { tradeTone, type Trade } from '../tradeTones.ts'
import { useText } from '../text.ts'
import { AuthorizationDetail } from './AuthorizationDetail.tsx'
import { Headline } from './Headline.tsx'
import { whereFacts } from './whereFacts.tsx'

const LIVE_MS = 5_000

/** One transaction beside its list: an authorization with everything that followed, or a row that settled without one. */
export default function TradePage() {
  const { id = '' } = useParams()
  return id.startsWith('trd_') ? <SettledTrade tradeId={id} /> : <OneAuthorization cardAuthId={id} />
}

function OneAuthorization({ cardAuthId }: { cardAuthId: string }) {
  const t = useText()
  const query = useAsk(pageAuthorizations, { cardAuthId, scope: 'all' }, { quiet: true, everyMs: LIVE_MS })
  const trades = useAsk(pageTrades, { cardAuthId, scope: 'all', pageSize: 100 }, { quiet: true, everyMs: LIVE_MS })
  const auth = query.data?.data.find((row) => row.cardAuthId === cardAuthId)
  return (
    <Frame
      title={t('trades.one.auth')}
      pending={query.isPending || query.isPlaceholderData}
      problem={query.error?.says}
      extra={auth && <StatusTag tone={authTone[auth.status]} text={auth.statusText} />}
    >
      {auth && <AuthorizationDetail auth={auth} trades={ofThis(trades.data, cardAuthId)} />}
    </Frame>
  )
}

const ofThis = (page: Output<typeof pageTrades> | undefined, cardAuthId: string) =>
  page?.data.filter((trade) => trade.cardAuthId === cardAuthId)

function SettledTrade({ tradeId }: { tradeId: string }) {
  const t = useText()
  const query = useAsk(pageTrades, { tradeId, scope: 'all' }, { quiet: true, everyMs: LIVE_MS })
  const trade = query.data?.data.find((row) => row.tradeId === tradeId)
  return (
    <Frame
      title={t('trades.one.settled')}
      pending={query.isPending || query.isPlaceholderData}
      problem={query.error?.says}
      extra={trade && <StatusTag tone={tradeTone[trade.status]} text={trade.statusText} />}
    >
      {trade && <SettledDetail trade={trade} />}
    </Frame>
  )
}

function Frame({
  title,
  pending,
  problem,
  extra,
  children,
}: {
  title: string
  pending: boolean
  problem: string | undefined
  extra: React.ReactNode
  children: React.ReactNode
}) {
  const t = useText()
  const { search } = useLocation()
  const navigate = useNavigate()
  const here = useListPath()
  return (
    <Drawer title={title} extra={extra} onClose={() => void navigate({ pathname: here(paths.cardRecord), search })}>
      <Detail pending={pending} missing={t('trades.one.missing')} why={problem ?? t('trades.one.missingText')}>
        {children}
      </Detail>
    </Drawer>
  )
}

function SettledDetail({ trade }: { trade: Trade }) {
  const t = useText()
  return (
    <>
      <Headline row={trade} sign="always" />
      <Section title={t('trades.one.story')}>
        <Timeline
          label={t('trades.one.story')}
          steps={[
            {
              key: 'posted',
              state: trade.type === 'FORCED' || trade.status === 'DISPUTED' ? 'warn' : 'done',
              title: trade.typeText,
              text: trade.bizText,
              time: showTime(trade.postTime),
              value: <Money cents={trade.amount} unit={trade.unit} sign="always" />,
            },
          ]}
        />
      </Section>
      <Section title={t('trades.one.details')}>
        <Facts
          facts={[
            ...whereFacts(trade, t),
            trade.rate && [t('trades.one.rate'), trade.rate],
            trade.crossFee && [t('trades.one.crossFee'), <Money cents={trade.crossFee} unit={trade.unit} />],
            trade.arn && [t('trades.one.arn'), <Copyable text={trade.arn} what={t('trades.one.arn')} />],
            trade.reversesTradeId && [t('trades.one.reverses'), <OtherTrade tradeId={trade.reversesTradeId} />],
            trade.reversalTradeId && [t('trades.one.reversedBy'), <OtherTrade tradeId={trade.reversalTradeId} />],
            trade.status === 'UNDER_REVIEW' && [t('trades.one.review'), t('trades.one.reviewText')],
            [t('trades.one.id'), <Copyable text={trade.tradeId} what={t('trades.one.id')} />],
          ]}
        />
      </Section>
    </>
  )
}

/** A settled row related to this one. */
function OtherTrade({ tradeId }: { tradeId: string }) {
  const { search } = useLocation()
  return <Link to={{ pathname: paths.trade(tradeId), search }}>{tradeId}</Link>
}
