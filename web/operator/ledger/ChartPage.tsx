import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { bookAccounts } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { CasePage } from '../parts/Case.tsx'
import { paths } from '../paths.ts'
import { Leaf } from './Leaf.tsx'
import { ownerText } from './ownerText.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'

/** A line of the chart: its accounts, each with its own balance. */
export default function ChartPage() {
  const t = useText()
  const { code = '' } = useParams()
  const { search } = useLocation()
  const asOf = useAsOf()
  const [pageNo, onPage] = useState(1)
  const query = useAsk(bookAccounts, { code, ...asOf.input, pageNo, pageSize: 50 }, { quiet: true })
  return (
    <CasePage title={`${code} ${query.data?.data[0]?.name ?? ''}`} width={640} of={paths.books} query={query}>
      {({ data: accounts, haveNext }) =>
        accounts.length === 0 ? (
          <Empty icon="ledger" title={t('ledger.noAccounts')} />
        ) : (
          <>
            {asOf.input.asOf !== undefined && (
              <Muted as="p">{`${t('ledger.asOf')} ${showTime(asOf.input.asOf)}`}</Muted>
            )}
            <Sheet
              label={t('ledger.accounts')}
              head={[t('ledger.owner'), t('ledger.debits'), t('ledger.credits'), t('ledger.balance')]}
              wide={[1, 2]}
              rows={accounts.map((one) => ({
                key: String(one.laId),
                cells: [
                  <Link to={{ pathname: paths.bookAccount(one.laId), search }}>
                    {ownerText(one) || t('ledger.ourOwn')}
                  </Link>,
                  units(one.debits, one.scale),
                  units(one.credits, one.scale),
                  `${units(one.balance, one.scale)} ${one.currency}`,
                ],
              }))}
            />
            <Leaf pageNo={pageNo} more={haveNext} onPage={onPage} />
          </>
        )
      }
    </CasePage>
  )
}
