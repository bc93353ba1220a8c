import { Link, useLocation } from 'react-router'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { paths } from '#web/account/paths.ts'
import { Headline } from './Headline.tsx'
import type { Trade } from '../tradeLook.ts'
import { whereFacts } from './whereFacts.tsx'
import { useText } from '../text.ts'
import css from './Trade.module.css'

export function SettledDetail({ trade }: { trade: Trade }) {
  const t = useText()
  return (
    <>
      <Headline row={trade} sign="always" />
      <section>
        <h3 className={css.title}>{t('trades.one.story')}</h3>
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
      </section>
      <section>
        <h3 className={css.title}>{t('trades.one.details')}</h3>
        <Facts
          facts={[
            ...whereFacts(trade, t),
            ...(trade.rate ? [[t('trades.one.rate'), trade.rate] as const] : []),
            ...(trade.crossFee
              ? [[t('trades.one.crossFee'), <Money cents={trade.crossFee} unit={trade.unit} />] as const]
              : []),
            ...(trade.arn
              ? [
                  [
                    t('trades.one.arn'),
                    <>
                      {trade.arn}
                      <CopyButton text={trade.arn} what={t('trades.one.arn')} />
                    </>,
                  ] as const,
                ]
              : []),
            ...(trade.reversesTradeId
              ? [[t('trades.one.reverses'), <OtherTrade key="of" tradeId={trade.reversesTradeId} />] as const]
              : []),
            ...(trade.reversalTradeId
              ? [[t('trades.one.reversedBy'), <OtherTrade key="by" tradeId={trade.reversalTradeId} />] as const]
              : []),
            ...(trade.status === 'UNDER_REVIEW' ? [[t('trades.one.review'), t('trades.one.reviewText')] as const] : []),
            [
              t('trades.one.id'),
              <>
                {trade.tradeId}
                <CopyButton text={trade.tradeId} what={t('trades.one.id')} />
              </>,
            ],
          ]}
        />
      </section>
    </>
  )
}

/** A settled row that belongs to this one. */
function OtherTrade({ tradeId }: { tradeId: string }) {
  const { search } = useLocation()
  return <Link to={{ pathname: paths.trade(tradeId), search }}>{tradeId}</Link>
}
