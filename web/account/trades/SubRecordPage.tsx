import { TradesOf } from './TradesPage.tsx'
import { useSubFilter } from '../subaccounts/subFilter.ts'

/** The transactions of sub-accounts' cards. */
export default function SubRecordPage() {
  const whose = useSubFilter()
  return <TradesOf whose={whose} />
}
