import type { Standing } from '#contract/core/permissions.ts'
import { nowMs } from '../core/clock.ts'
import type { SessionRow } from './sessionQueries.ts'

type State = Pick<SessionRow, 'account_status' | 'risk_state' | 'restricted' | 'held' | 'sub_status' | 'sub_expires_at'>

/** Not allowed in at all. */
export const isFrozenOut = ({ account_status, sub_status }: Pick<State, 'account_status' | 'sub_status'>): boolean =>
  account_status === 'CLOSED' || account_status === 'DEACTIVATED' || sub_status === 'FROZEN'

/** The strictest that applies. */
export function standingOf({ account_status, risk_state, restricted, held, sub_expires_at }: State): Standing {
  if (risk_state === 'SHUTDOWN') return 'SHUTDOWN'
  if (account_status === 'CLOSING') return 'CLOSING'
  if (sub_expires_at && sub_expires_at.getTime() <= nowMs()) return 'SUB_EXPIRED'
  if (held) return 'HELD'
  return restricted ? 'RESTRICTED' : 'ACTIVE'
}
