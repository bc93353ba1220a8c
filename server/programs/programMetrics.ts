/** The money at each issuer, for Prometheus. */
import { nowMs, MINUTE } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { gauges } from '../core/metrics/metrics.ts'
import { outside } from '../outside/outside.ts'
import { coverOf, positionOf } from './balances.ts'
import { spentDaily } from './days.ts'
import { statementOf } from './queries.ts'

export const programMetrics = gauges({
  scope: 'database',
  // The issuers are asked as often, and a week is added up for each.
  keptMs: 5 * MINUTE,
  help: {
    kaika_prefund_dollars: 'What is left of the money at an issuer, by its answer or our books, whichever is less.',
    kaika_prefund_days: 'How long that lasts at the average of the last seven days. Absent if nothing is spent.',
    kaika_prefund_difference_dollars: 'Our books less the balance that the issuer reports.',
    kaika_prefund_answer_age_seconds: 'How old the answer of the issuer is.',
  },
  read: async () => {
    const programs = []
    for (const issuer of outside.issuers.keys()) {
      const [position, statement] = [await positionOf(issuer), await statementOf(db, issuer)]
      const usable = Math.min(position.available, statement?.theirsCents ?? position.available)
      const tenths = coverOf(usable, await spentDaily(db, issuer))
      programs.push({ labels: { issuer }, usable, tenths, statement })
    }
    return {
      kaika_prefund_dollars: programs.map(({ labels, usable }) => ({ labels, value: usable / 100 })),
      kaika_prefund_days: programs.flatMap(({ labels, tenths }) =>
        tenths === null ? [] : [{ labels, value: tenths / 10 }],
      ),
      kaika_prefund_difference_dollars: programs.flatMap(({ labels, statement }) =>
        statement ? [{ labels, value: statement.differenceCents / 100 }] : [],
      ),
      kaika_prefund_answer_age_seconds: programs.flatMap(({ labels, statement }) =>
        statement ? [{ labels, value: (nowMs() - statement.readAt.getTime()) / 1000 }] : [],
      ),
    }
  },
})
