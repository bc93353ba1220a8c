import { useState } from 'react'
import { Link } from 'react-router'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { authTone } from '#web/account/trades/authTones.ts'
import { Turner } from './Turner.tsx'
import { useText } from '../text.ts'
import css from './Rows.module.css'

/** This card's transactions, live. */
export function CardTrades({ cardId, cardSeqNo }: { cardId: string; cardSeqNo: string }) {
  const t = useText()
  const reachable = useReachable()
  const [pageNo, setPageNo] = useState(1)
  const query = useAsk(
    pageAuthorizations,
    { cardId, pageNo, pageSize: 20, scope: 'all' },
    { quiet: true, everyMs: 3_000 },
  )
  const rows = query.data?.data ?? []
  if (query.isPending) return <SkeletonLines lines={6} />
  if (query.isError && rows.length === 0)
    return <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />
  if (rows.length === 0)
    return <Empty icon="trades" title={t('cards.drawer.noTrades')} text={t('cards.drawer.noTradesText')} />
  return (
    <>
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.cardAuthId}>
            <span className={css.what}>
              {reachable(paths.cardRecord) ? (
                <Link to={paths.trade(row.cardAuthId)}>{row.merchantName || row.desc}</Link>
              ) : (
                <b>{row.merchantName || row.desc}</b>
              )}
              <small>
                {showTime(row.tradeTime)}
                {row.merchantCurrency !== row.unit && (
                  <>
                    {' · '}
                    <Money cents={row.merchantAmount} unit={row.merchantCurrency} />
                  </>
                )}
                {row.status === 'DECLINED' && <em> · {row.reasonText}</em>}
              </small>
            </span>
            <StatusTag tone={authTone[row.status]} text={row.statusText} />
            <span className={css.sum} data-off={row.status === 'DECLINED'}>
              <Money cents={row.amount} unit={row.unit} strong />
            </span>
          </li>
        ))}
      </ul>
      <Turner page={query.data} onTurn={setPageNo} />
      {reachable(paths.cardRecord) && (
        <p className={css.foot}>
          <Link to={{ pathname: paths.cardRecord, search: `?cardSeqNo=${cardSeqNo}` }}>
            {t('cards.drawer.allTrades')}
          </Link>
        </p>
      )}
    </>
  )
}
