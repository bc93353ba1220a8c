/** The figures of the decision path. A decision adds to fields of objects that it already has: looking up a series would cost more than counting. */
import { DECISION_MS, gauges, Histogram } from './metrics.ts'

const duration = new Histogram(
  'kaika_decision_duration_seconds',
  'From the network’s question to its answer.',
  DECISION_MS,
)
const setSize = new Histogram(
  'kaika_decision_set_size',
  'Questions that were decided together.',
  [1, 2, 4, 8, 16, 32, 64, 128],
)

/** `unanswered`: not known in time, which is not a decline. */
export const decisions = { took: duration.of(), setSize: setSize.of(), approved: 0, declined: 0, unanswered: 0 }

const outcomes = gauges({
  type: 'counter',
  help: { kaika_decisions_total: 'Answers to the network. `unknown`: not known in time, and reversed by the network.' },
  read: () => ({
    kaika_decisions_total: [
      { labels: { outcome: 'approved' }, value: decisions.approved },
      { labels: { outcome: 'declined' }, value: decisions.declined },
      { labels: { outcome: 'unknown' }, value: decisions.unanswered },
    ],
  }),
})

export const decisionMetrics = [duration, setSize, outcomes]
