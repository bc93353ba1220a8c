import { TradesOf } from './TradesPage.tsx'
import { useSubFilter } from '../subaccounts/subFilter.ts'

/** What the cards of sub-accounts did at merchants. */
export default function SubRecordPage() {
  const whose = useSubFilter()
  return <TradesOf whose={whose} />
}
