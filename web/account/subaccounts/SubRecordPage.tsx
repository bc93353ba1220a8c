import { TradesOf } from '../trades/TradesPage.tsx'
import { useSubFilter } from './subFilter.ts'

/** What the cards of sub-accounts did at merchants. */
export default function SubRecordPage() {
  const whose = useSubFilter()
  return <TradesOf whose={whose} />
}
