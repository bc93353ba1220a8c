/** Whether the user may perform an action, and if not, why: from the tables that the server refuses by. */
import type { Call } from '#contract/core/call.ts'
import {
  availability,
  elements,
  type Availability,
  type ElementKey,
  type Standing,
} from '#contract/core/permissions.ts'
import { wordsOf, type RefusalName } from '#contract/core/refusals.ts'
import type { State } from './session.ts'
import { useSession } from './useSession.ts'
import { langNow, useText } from '#web/text.ts'

export type May = {
  /** False if the role lacks it: hidden, unless the caller uses the disabled variant. */
  shown: boolean
  /** The reason why it is unavailable; pass it to `disabled`. */
  reason: string | undefined
}

const standingWords = {
  RESTRICTED: 'account_restricted',
  HELD: 'account_held',
  SHUTDOWN: 'account_shutdown',
  SUB_EXPIRED: 'sub_expired',
  CLOSING: 'account_closing',
  FROZEN: 'funds_frozen',
} as const satisfies Record<Exclude<Standing, 'ACTIVE'>, RefusalName>

/** Data stored by an earlier version has no status; it is requested again immediately. */
const standingOf = ({ UserInfo }: State): Standing => UserInfo?.statusList.standing ?? 'ACTIVE'

export function may(
  state: State,
  key: ElementKey | undefined,
  action: Availability = 'view',
): { holds: boolean; standing: Standing; open: boolean } {
  const holds = key === undefined || !state.subAccount || (state.subPermission?.includes(key) ?? false)
  const standing = standingOf(state)
  return { holds, standing, open: availability[action][standing] }
}

/** `useMay(freezeCard)`: by the contract's row. `asDisabled` is the variant that is shown but disabled. */
export function useMay(call: Pick<Call, 'who' | 'action'>, { asDisabled = false } = {}): May {
  const t = useText()
  const key = call.who in elements ? (call.who as ElementKey) : undefined
  const { holds, standing, open } = may(useSession(), key, call.action)
  if (!holds) return { shown: asDisabled, reason: t('parts.notPermitted') }
  return {
    shown: true,
    reason: open || standing === 'ACTIVE' ? undefined : wordsOf(standingWords[standing], langNow()),
  }
}
