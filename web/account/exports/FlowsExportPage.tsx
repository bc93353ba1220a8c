import { useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { exportFlows } from '#contract/exports/exports.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { paths } from '../paths.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { fromAddress } from './fromAddress.ts'
import { useText } from './text.ts'

/** The statement as a file. */
export default function FlowsExportPage() {
  const t = useText()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = fromAddress(exportFlows, search)
  const page = useAsk(listFlows, { ...filters, pageNo: 1, pageSize: 1 } as Input<typeof listFlows>, { quiet: true })
  return (
    <ExportDialog
      title={t('exports.flows')}
      call={exportFlows}
      input={filters}
      count={page.data}
      onClose={() => void navigate({ pathname: paths.financeRecord, search })}
    />
  )
}
