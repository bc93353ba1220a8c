import { showClockOrDay, showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { authTone } from '../trades/authTones.ts'
import { useArrivals, type Row } from './latest.ts'
import { useText } from './text.ts'
import css from './Overview.module.css'

const SHOWN = 8

/** The latest authorizations, live; `ofSubs`: only those of sub-accounts. */
export function LivePanel({ ofSubs = false }) {
  const t = useText()
  const { query, rows: latest, isNew } = useArrivals(ofSubs)
  const rows = latest?.slice(0, SHOWN)
  return (
    <Panel
      title={t('overview.recent')}
      extra={
        <Tag tone="ok" dot>
          {t('parts.live')}
        </Tag>
      }
      flush
    >
      {query.isPending && (
        <div className={css.wait}>
          <Skeleton height={200} />
        </div>
      )}
      {(rows?.length === 0 || query.isError) && (
        <Empty icon="trades" title={t('overview.noRecent')} text={t('overview.noRecentText')} />
      )}
      {rows && rows.length > 0 && (
        <div className={css.scroll}>
          <table className={css.live}>
            <thead>
              <tr>
                {(['merchant', 'amount', 'card', 'status', 'time'] as const).map((column) => (
                  <th key={column} scope="col" className={column === 'amount' ? css.right : undefined}>
                    {t(`overview.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Line key={row.cardAuthId} row={row} fresh={isNew(row)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Line({ row, fresh }: { row: Row; fresh: boolean }) {
  return (
    <tr data-new={fresh}>
      <td>{row.merchantName}</td>
      <td className={css.right}>
        <Money cents={row.amount} unit={row.unit} strong />
      </td>
      <td>···· {row.lastFour}</td>
      <td>
        <StatusTag tone={authTone[row.status]} text={row.statusText} />
        {row.status === 'DECLINED' && <span className={css.why}> {row.reasonText}</span>}
      </td>
      <td className={css.why}>
        <Tip text={showTime(row.tradeTime)}>{showClockOrDay(row.tradeTime)}</Tip>
      </td>
    </tr>
  )
}
