import { useLocation, useNavigate, useParams, Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { pageAuthorizations, pageTrades } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { useRecent } from '#web/account/recent.ts'
import { showTime } from '#web/parts/dates.ts'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Section } from '#web/ui/layout.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { authTone } from '../authTones.ts'
import { tradeTone, type Trade } from '../tradeTones.ts'
import { useText } from '../text.ts'
import { AuthorizationDetail } from './AuthorizationDetail.tsx'
import { DisputeLink } from './DisputeLink.tsx'
import { Headline } from './Headline.tsx'
import { whereFacts } from './whereFacts.tsx'

const LIVE_MS = 5_000

/** One transaction beside its list: an authorization with everything that followed, or a row that settled without one. */
export default function TradePage() {
  const t = useText()
  const { id = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const here = useListPath()
  const alone = id.startsWith('trd_')
  const live = { quiet: true, everyMs: LIVE_MS, live: ['trades'] } as const
  const of = alone ? { tradeId: id } : { cardAuthId: id, pageSize: 100 }
  const settled = useAsk(pageTrades, { ...of, scope: 'all' }, live)
  const asked = useAsk(pageAuthorizations, { cardAuthId: id, scope: 'all' }, { ...live, enabled: !alone })
  const query = alone ? settled : asked
  const auth = asked.data?.data.find((row) => row.cardAuthId === id)
  const trade = settled.data?.data.find((row) => row.tradeId === id)
  const shown = auth ?? trade
  useRecent(
    shown && {
      to: paths.trade(id),
      icon: 'trades',
      title: shown.merchantName,
      note: `${show(shown.amount)} · ···· ${shown.lastFour}`,
    },
  )
  return (
    <Drawer
      title={t(alone ? 'trades.one.settled' : 'trades.one.auth')}
      extra={
        auth ? (
          <StatusTag tone={authTone[auth.status]} text={auth.statusText} />
        ) : (
          trade && <StatusTag tone={tradeTone[trade.status]} text={trade.statusText} />
        )
      }
      onClose={() => void navigate({ pathname: here(paths.cardRecord), search })}
    >
      <Detail
        pending={query.isPending || query.isPlaceholderData}
        missing={t('trades.one.missing')}
        why={query.error?.says ?? t('trades.one.missingText')}
      >
        {auth && (
          <AuthorizationDetail auth={auth} trades={settled.data?.data.filter(({ cardAuthId }) => cardAuthId === id)} />
        )}
        {trade && <SettledDetail trade={trade} />}
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
            trade.arn && [t('trades.one.arn'), <Copied text={trade.arn} what={t('trades.one.arn')} />],
            trade.reversesTradeId && [t('trades.one.reverses'), <OtherTrade tradeId={trade.reversesTradeId} />],
            trade.reversalTradeId && [t('trades.one.reversedBy'), <OtherTrade tradeId={trade.reversalTradeId} />],
            trade.status === 'UNDER_REVIEW' && [t('trades.one.review'), t('trades.one.reviewText')],
            [t('trades.one.id'), <Copied text={trade.tradeId} what={t('trades.one.id')} />],
          ]}
        />
      </Section>
      <DisputeLink trade={trade} />
    </>
  )
}

/** A settled row related to this one. */
function OtherTrade({ tradeId }: { tradeId: string }) {
  const { search } = useLocation()
  return <Link to={{ pathname: paths.trade(tradeId), search }}>{tradeId}</Link>
}
