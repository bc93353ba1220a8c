/** What makes two purchases on one card the same. */
import type { AuthorizationRequest } from '#server/outside/outside.ts'

type Printed = Pick<AuthorizationRequest, 'merchant' | 'amountCents' | 'pos' | 'trace' | 'terminalId'>
/**
 * The fingerprint that makes two purchases on one card duplicates: merchant, amount and the terminal's trace number. If the network sends no trace, all other
 * terminal data must match.
 */
export const printOf = ({ merchant, amountCents, pos, trace, terminalId = '' }: Printed): number =>
  shortened(
    `${amountCents}@${merchant.id}#${terminalId} ${trace === undefined ? `d${pos} ${merchant.descriptor}` : `t${trace}`}`,
  )

/** FNV-1a, never 0: a remembered approval takes few bytes of its card's row, however long the names are. */
function shortened(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
