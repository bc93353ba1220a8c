/** deploy/prometheus and deploy/grafana name metrics that exist, and every alert has its runbook, its severity and its test. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { alarmKinds } from '#contract/staff/alarms.ts'
import { composition } from '#server/modules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The names of all series. */
const series = new Set(
  composition.metrics.flatMap((metric) => {
    if ('read' in metric) return Object.keys(metric.help)
    return metric.type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => metric.name + end) : [metric.name]
  }),
)

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

type Panel = {
  type: string
  title: string
  fieldConfig?: { defaults: { unit?: string } }
  targets?: { expr: string }[]
}
const dashboards = readdirSync(path.join(root, 'deploy/grafana')).map((file) => ({
  file,
  ...(JSON.parse(read(`deploy/grafana/${file}`)) as { uid: string; title: string; panels: Panel[] }),
}))
const shown = dashboards.flatMap(({ file, panels }) =>
  panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ at: `${file}, ${title}`, expr }))),
)
const namesIn = (expr: string): string[] => expr.match(/\bkaika_\w+/g) ?? []

test('every alert says whom it wakes, for how long it waits, and where it is written what to do', () => {
  assert.ok(rules.length > 30)
  for (const { alert, expr, for: waits, labels, annotations } of rules) {
    assert.ok(expr && /^\d+[sm]$/.test(waits), alert)
    assert.match(labels.severity, /^(page|ticket)$/, alert)
    assert.ok(annotations.summary.length > 10, alert)
    const [file, anchor] = annotations.runbook.split('#')
    const sections = read(file!).split(/^## /m).slice(1)
    const section = sections.find((one) => slugOf(one.split('\n')[0]!) === anchor)
    assert.ok(section, `${alert}: ${annotations.runbook} is not there`)
    assert.ok(section.includes(`\`${alert}\``), `${annotations.runbook} names ${alert}`)
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length, 'each name once')
})

/** As GitHub makes an anchor of a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

test('alerts and dashboards name metrics that are served, and every metric is used by one of them', () => {
  const used = [...rules.map(({ alert, expr }) => ({ at: alert, expr })), ...shown]
  assert.deepEqual(
    used.flatMap(({ at, expr }) => namesIn(expr).flatMap((name) => (series.has(name) ? [] : `${at}: ${name}`))),
    [],
  )
  const named = new Set(used.flatMap(({ expr }) => namesIn(expr)))
  const isUsed = (metric: (typeof composition.metrics)[number]): string[] =>
    'read' in metric
      ? Object.keys(metric.help).filter((name) => !named.has(name))
      : [...named].some((name) => name.replace(/_(bucket|sum|count)$/, '') === metric.name || name === metric.name)
        ? []
        : [metric.name]
  assert.deepEqual(composition.metrics.flatMap(isUsed), [])
})

test('every panel has a title and a unit', () => {
  for (const { file, panels } of dashboards)
    for (const { type, title, fieldConfig, targets } of panels) {
      assert.ok(title, file)
      if (type !== 'row') assert.ok(fieldConfig?.defaults.unit && targets?.length, `${file}, ${title}`)
    }
  assert.equal(new Set(dashboards.map(({ uid }) => uid)).size, dashboards.length)
})

test('every kind of alarm at the desk is an alert, urgent or not', () => {
  const kinds = rules
    .filter(({ alert }) => alert.startsWith('KaikaAlarm'))
    .flatMap(({ expr }) => /kind=~"([A-Z_|]+)"/.exec(expr)![1]!.split('|'))
  assert.deepEqual(kinds.sort(), Object.keys(alarmKinds).sort())
})

test('every alert has a test in which it fires, and there is one of peace', () => {
  const { tests } = parse(read('deploy/prometheus/alerts.test.yml')) as { tests: { name: string }[] }
  assert.deepEqual(
    tests.map(({ name }) => name),
    [...rules.map(({ alert }) => alert), 'peace'],
  )
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test(
  'Prometheus reads the rules, and they do what their tests say',
  { skip: !hasPromtool && 'promtool is not installed (Debian: prometheus)' },
  () => {
    const cwd = path.join(root, 'deploy/prometheus')
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd, stdio: 'pipe' })
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd, stdio: 'pipe' })
  },
)
