/** What a rehearsal prints, and whether it failed. */
import { faults } from './faults.ts'
import type { Results, Run } from './inside.ts'
import { p95 } from './log.ts'

const countOf = (record: Readonly<Record<string, number>>): number =>
  Object.values(record).reduce((sum, count) => sum + count, 0)

/** Returns the exit code: 1 if anything acknowledged was lost or done twice, or something was declined that is held. */
export function report({ runs, breaks, quietAlerts, failure, folder }: Results): number {
  console.log(
    '\n| fault | gap s | whole again s | approved | declined | loads | sent again | reversed | console good / 503 / 500 / broken | lost | doubled | declined while held |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|')
  for (const run of runs) console.log(rowOf(run))
  const all = (of: (run: Run) => number): number => runs.reduce((sum, run) => sum + of(run), 0)
  const [lost, doubled, held, unresolved] = [
    all((run) => run.lost.length),
    all((run) => run.doubled.length),
    all((run) => run.declinedWhileHeld.length),
    all((run) => run.unresolved.length),
  ]
  const acknowledged = all((run) => run.approved + countOf(run.declined) + run.loaded + run.reversed)
  console.log(
    `\n${runs.length} faults, ${acknowledged.toLocaleString('en')} acknowledged: ${lost} lost, ${doubled} doubled, ${held} declined while held, ${unresolved} without an outcome`,
  )
  console.log(`longest time without an approval: p95 ${p95(runs.map(({ gapSeconds }) => gapSeconds)).toFixed(1)} s`)
  for (const line of runs
    .flatMap((run) => [...run.lost, ...run.doubled, ...run.declinedWhileHeld, ...run.unresolved])
    .slice(0, 50))
    console.log(`  ${line}`)
  for (const line of breaks) console.log(`the books: ${line}`)
  const silent = runs.filter(({ alerts }) => alerts && !Object.values(alerts).some((seconds) => seconds <= 60))
  for (const { fault, alerts } of runs) if (alerts) console.log(`alerts of “${faults[fault].title}”: ${tell(alerts)}`)
  for (const { fault } of silent) console.log(`no alert within a minute: ${faults[fault].title}`)
  const early = quietAlerts && Object.keys(quietAlerts).length > 0
  if (quietAlerts) console.log(`alerts without a fault: ${tell(quietAlerts)}`)
  if (failure !== undefined) console.log(`the rehearsal did not finish: ${failure}`)
  if (folder !== undefined) console.log(`logs: ${folder}`)
  const wrong = lost + doubled + held + unresolved + breaks.length + silent.length
  return wrong > 0 || early || failure !== undefined ? 1 : 0
}

const tell = (alerts: Readonly<Record<string, number>>): string =>
  Object.entries(alerts)
    .map(([name, seconds]) => `${name} after ${seconds} s`)
    .join(', ') || 'none'

function rowOf({
  fault,
  gapSeconds,
  healedSeconds,
  approved,
  declined,
  loaded,
  repeated,
  reversed,
  console: calls,
  ...verdict
}: Run): string {
  const figures = [
    ...[
      faults[fault].title,
      gapSeconds.toFixed(1),
      healedSeconds.toFixed(1),
      approved,
      countOf(declined),
      loaded,
      repeated,
      reversed,
    ],
    `${calls.good} / ${calls.busy} / ${calls.fault} / ${calls.broken}`,
    ...[verdict.lost.length, verdict.doubled.length, verdict.declinedWhileHeld.length],
  ]
  return `| ${figures.join(' | ')} |`
}
