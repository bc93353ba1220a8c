/** Prometheus beside the service, with the alerts of the repository: which of them fire, and how soon. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { until } from './databases.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const ADDRESS = '127.0.0.1:9090'
/** Nothing of the outside is running here, so these have a reason to fire at any time. */
const OF_THE_OUTSIDE = /Jobs|Outside|Prefund|Cover|Delivery|Messages|Backup|Archive|Proof|Alarm/

export const missingPrometheus = (): string | undefined =>
  existsSync('/usr/bin/prometheus') ? undefined : 'the package prometheus is not installed'

const targets = (addresses: readonly string[], port: number) => [
  { targets: addresses.map((address) => `${address}:${port}`) },
]

export async function startPrometheus(cluster: Cluster): Promise<void> {
  const folder = path.join(cluster.folder, 'prometheus')
  mkdirSync(folder)
  const apps = cluster.apps.map(({ address }) => address)
  const databases = cluster.databases.map(({ machine }) => machine.address)
  const config = {
    global: { scrape_interval: '5s', scrape_timeout: '3s', evaluation_interval: '5s' },
    rule_files: ['prometheus/alerts.yml', 'ha/alerts.yml'].map((file) => path.join(DEPLOY, file)),
    scrape_configs: [
      { job_name: 'kaika', static_configs: [...targets(apps, 9464), ...targets(apps, 9465)] },
      { job_name: 'patroni', static_configs: targets(databases, 8008) },
      { job_name: 'etcd', static_configs: targets(databases, 2379) },
    ],
  }
  // JSON is YAML.
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
  const log = openSync(path.join(cluster.folder, 'logs', 'prometheus.txt'), 'a')
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const child = spawn('prometheus', [...options, `--web.listen-address=${ADDRESS}`], { stdio: ['ignore', log, log] })
  child.on('error', () => {})
  await until('Prometheus answers', async () => (await firing()) !== undefined)
}

/** The alerts that fire now; undefined if Prometheus does not answer. */
export async function firing(): Promise<string[] | undefined> {
  try {
    const answer = await fetch(`http://${ADDRESS}/api/v1/alerts`, { signal: AbortSignal.timeout(2000) })
    const { data } = (await answer.json()) as { data: { alerts: { state: string; labels: { alertname: string } }[] } }
    const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    return [...new Set(names)].filter((name) => !OF_THE_OUTSIDE.test(name)).sort()
  } catch {
    return undefined
  }
}

/** Notes each alert that fires from now on, with the seconds that it took. */
export function watchAlerts(): { stop(): Record<string, number> } {
  const began = performance.now()
  const found: Record<string, number> = {}
  const timer = setInterval(() => {
    void firing().then((names = []) => {
      for (const name of names) found[name] ??= Math.round((performance.now() - began) / 1000)
    })
  }, 1000)
  return {
    stop: () => {
      clearInterval(timer)
      return found
    },
  }
}
