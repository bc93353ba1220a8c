/** Why an authorization was declined: by the owner's controls, which the owner sees, or by a rule of staff, which only the desk sees. */
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'

type ByStaff = { readonly rulesId: string; readonly rule: string }
type Why = StoppedBy | ByStaff | null

export const whyByStaff = (why: ByStaff): string => JSON.stringify(why)

export function whyShown(stored: unknown): StoppedBy | null {
  const why = stored as Why
  return why !== null && 'scope' in why ? why : null
}
export function ruleShown(stored: unknown): string | null {
  const why = stored as Why
  return why !== null && 'rule' in why ? why.rule : null
}
