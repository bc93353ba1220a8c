/** Sign-ins for Prometheus: how many succeed and fail, and of whom nothing. */
import { Counter } from '../core/metrics/metrics.ts'

const signIns = new Counter(
  'kaika_sign_ins_total',
  'Attempts to sign in, by what was used and how they ended.',
  'by',
  'outcome',
)
export const signInMetrics = [signIns]

/** `by`: the kind of sign-in of account holders, or STAFF. */
export const countSignIn = (by: string, { failed }: { failed: boolean }): void =>
  signIns.add(by, failed ? 'failed' : 'done')
