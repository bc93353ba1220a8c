import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { bookAccounts } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Leaf } from './Leaf.tsx'
import { ownerText } from './ownerText.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'
import css from './Books.module.css'

/** A line of the chart: its accounts, each with its own balance. */
export default function ChartPage() {
  const t = useText()
  const { code = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const asOf = useAsOf()
  const [pageNo, onPage] = useState(1)
  const query = useAsk(bookAccounts, { code, ...asOf.input, pageNo, pageSize: 50 }, { quiet: true })
  const rows = query.data?.data
  return (
    <Drawer
      title={`${code} ${rows?.[0]?.name ?? ''}`}
      width={640}
      onClose={() => void navigate({ pathname: paths.books, search })}
    >
      {!rows ? (
        query.isError ? (
          <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />
        ) : (
          <SkeletonLines lines={6} />
        )
      ) : rows.length === 0 ? (
        <Empty icon="ledger" title={t('ledger.noAccounts')} />
      ) : (
        <div className={css.lines}>
          {asOf.input.asOf !== undefined && (
            <p className={css.quiet}>{`${t('ledger.asOf')} ${showTime(asOf.input.asOf)}`}</p>
          )}
          <Sheet
            label={t('ledger.accounts')}
            head={[t('ledger.owner'), t('ledger.debits'), t('ledger.credits'), t('ledger.balance')]}
            wide={[1, 2]}
            rows={rows.map((one) => ({
              key: String(one.laId),
              cells: [
                <Link key="open" to={{ pathname: paths.bookAccount(one.laId), search }}>
                  {ownerText(one) || t('ledger.ourOwn')}
                </Link>,
                units(one.debits, one.scale),
                units(one.credits, one.scale),
                `${units(one.balance, one.scale)} ${one.currency}`,
              ],
            }))}
          />
          <Leaf pageNo={pageNo} more={query.data!.haveNext} onPage={onPage} />
        </div>
      )}
    </Drawer>
  )
}
