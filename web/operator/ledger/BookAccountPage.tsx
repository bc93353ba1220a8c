import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { bookEntries } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Row } from '#web/ui/layout.tsx'
import { CasePage } from '../parts/Case.tsx'
import { paths } from '../paths.ts'
import { Leaf } from './Leaf.tsx'
import { ownerText } from './ownerText.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'

/** One ledger account: its balance, and all its entries, newest first. */
export default function BookAccountPage() {
  const t = useText()
  const laId = Number(useParams().laId)
  const { search } = useLocation()
  const asOf = useAsOf()
  const [pageNo, onPage] = useState(1)
  const query = useAsk(bookEntries, { laId, ...asOf.input, pageNo, pageSize: 50 }, { quiet: true, keep: pageNo > 1 })
  const summary = query.data?.summary
  return (
    <CasePage
      title={summary ? `${summary.code} ${summary.name}` : t('ledger.entries')}
      width={760}
      of={paths.books}
      query={query}
      missing={t('ledger.missing')}
    >
      {({ summary: account, data: entries, haveNext }) => (
        <>
          <Row gap={4}>
            <Link to={{ pathname: paths.bookChart(account.code), search }}>
              {t('ledger.toChart', { code: account.code })}
            </Link>
            <Muted>{ownerText(account) || t('ledger.ourOwn')}</Muted>
          </Row>
          <Grid gap={5} min={160}>
            {(['balance', 'debits', 'credits'] as const).map((name) => (
              <Stat
                key={name}
                label={t(`ledger.${name}`)}
                value={units(account[name], account.scale)}
                note={account.currency}
              />
            ))}
          </Grid>
          {entries.length === 0 ? (
            <Empty icon="ledger" title={t('ledger.noEntries')} />
          ) : (
            <Sheet
              label={t('ledger.entries')}
              head={(['kind', 'time', 'D', 'C', 'after'] as const).map((name) => t(`ledger.${name}`))}
              wide={[1]}
              rows={entries.map((one) => ({
                key: `${one.transferId} ${one.n}`,
                cells: [
                  <Link to={{ pathname: paths.bookTransfer(one.transferId), search }}>{one.kindText}</Link>,
                  showTime(one.postTime),
                  one.side === 'D' ? units(one.amount, one.scale) : '',
                  one.side === 'C' ? units(one.amount, one.scale) : '',
                  one.balanceAfter === null ? '–' : units(one.balanceAfter, one.scale),
                ],
              }))}
            />
          )}
          <Leaf pageNo={pageNo} more={haveNext} onPage={onPage} />
        </>
      )}
    </CasePage>
  )
}
