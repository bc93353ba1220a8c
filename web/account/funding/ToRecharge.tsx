import { Navigate } from 'react-router'
import { paths } from '../paths.ts'

/** `/FinanceRecharge` is the way in and has no page of its own (spec §2). */
export default function ToRecharge() {
  return <Navigate to={paths.rechargeIndex} replace />
}
