/** What makes two purchases on one card the same. */
import { fnv1a } from '#server/controls/controls.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'

type Printed = Pick<AuthorizationRequest, 'merchant' | 'amountCents' | 'pos' | 'trace' | 'terminalId'>
/**
 * The fingerprint that makes two purchases on one card duplicates: merchant, amount and the terminal's trace number. If the network sends no trace, all other
 * terminal data must match. Never 0.
 */
export const printOf = ({ merchant, amountCents, pos, trace, terminalId = '' }: Printed): number =>
  fnv1a(
    `${amountCents}@${merchant.id}#${terminalId} ${trace === undefined ? `d${pos} ${merchant.descriptor}` : `t${trace}`}`,
  ) || 1
