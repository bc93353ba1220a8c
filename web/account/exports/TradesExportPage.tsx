import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { exportAuthorizations, exportTrades } from '#contract/exports/exports.ts'
import { pageAuthorizations, pageDeclines, pageTrades } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { paths } from '../paths.ts'
import { tabOf } from '../trades/tabs.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { fromAddress } from './fromAddress.ts'
import { useText } from './text.ts'

const lists = {
  auth: { list: pageAuthorizations, call: exportAuthorizations, own: {} },
  settled: { list: pageTrades, call: exportTrades, own: {} },
  declined: { list: pageDeclines, call: exportAuthorizations, own: { tab: 'refuse' } },
} as const

/** Exports the list on the screen. */
export default function TradesExportPage() {
  const t = useText()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const tab = tabOf(params)
  const { list, call, own } = lists[tab]
  const filters = fromAddress(list, search)
  const input = { ...filters, pageNo: 1, pageSize: 1 } as Input<typeof pageAuthorizations>
  const page = useAsk(list as typeof pageAuthorizations, input, { quiet: true })
  return (
    <ExportDialog
      title={t(`exports.${tab}`)}
      call={call}
      input={{ ...filters, ...own }}
      count={page.data}
      onClose={() => void navigate({ pathname: paths.cardRecord, search })}
    />
  )
}
