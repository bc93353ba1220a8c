import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { bookEntries } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Stat } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Leaf } from './Leaf.tsx'
import { ownerText } from './ownerText.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'
import css from './Books.module.css'

/** One ledger account: its balance, and all its entries, newest first. */
export default function BookAccountPage() {
  const t = useText()
  const laId = Number(useParams().laId)
  const { search } = useLocation()
  const navigate = useNavigate()
  const asOf = useAsOf()
  const [pageNo, onPage] = useState(1)
  const query = useAsk(bookEntries, { laId, ...asOf.input, pageNo, pageSize: 50 }, { quiet: true, keep: pageNo > 1 })
  const account = query.data?.summary
  return (
    <Drawer
      title={account ? `${account.code} ${account.name}` : t('ledger.entries')}
      width={760}
      onClose={() => void navigate({ pathname: paths.books, search })}
    >
      {query.data && account ? (
        <div className={css.detail}>
          <p className={css.row}>
            <Link to={{ pathname: paths.bookChart(account.code), search }}>
              {t('ledger.toChart', { code: account.code })}
            </Link>
            <span className={css.quiet}>{ownerText(account) || t('ledger.ourOwn')}</span>
          </p>
          <div className={css.stats}>
            {(['balance', 'debits', 'credits'] as const).map((name) => (
              <Stat
                key={name}
                label={t(`ledger.${name}`)}
                value={units(account[name], account.scale)}
                note={account.currency}
              />
            ))}
          </div>
          {query.data.data.length === 0 ? (
            <Empty icon="ledger" title={t('ledger.noEntries')} />
          ) : (
            <Sheet
              label={t('ledger.entries')}
              head={(['kind', 'time', 'D', 'C', 'after'] as const).map((name) => t(`ledger.${name}`))}
              wide={[1]}
              rows={query.data.data.map((one) => ({
                key: `${one.transferId} ${one.n}`,
                cells: [
                  <Link key="open" to={{ pathname: paths.bookTransfer(one.transferId), search }}>
                    {one.kindText}
                  </Link>,
                  showTime(one.postTime),
                  one.side === 'D' ? units(one.amount, one.scale) : '',
                  one.side === 'C' ? units(one.amount, one.scale) : '',
                  one.balanceAfter === null ? '–' : units(one.balanceAfter, one.scale),
                ],
              }))}
            />
          )}
          <Leaf pageNo={pageNo} more={query.data.haveNext} onPage={onPage} />
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('ledger.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Drawer>
  )
}
