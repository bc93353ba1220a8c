import { Navigate } from 'react-router'
import { paths } from '../paths.ts'

/** `/FinanceRecharge` redirects and has no page of its own (docs/reference/console.md#routes). */
export default function ToRecharge() {
  return <Navigate to={paths.rechargeIndex} replace />
}
