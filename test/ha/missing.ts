/** What a rehearsal needs of its machine: Debian's packages, root, and network namespaces. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  nftables: '/usr/sbin/nft',
  iproute2: '/sbin/ip',
} as const

/** Why a rehearsal is impossible here, or nothing. */
export function missing(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to make network namespaces'
  const absent = Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
  if (absent.length) return `these packages are not installed: ${absent.join(' ')}`
  const probe = `kaika-ha-probe-${process.pid}`
  try {
    execFileSync('ip', ['netns', 'add', probe], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'del', probe], { stdio: 'ignore' })
  } catch {
    return 'it needs network namespaces, which this kernel or container does not allow'
  }
  return undefined
}

/** Moves the clock of one program; without it, that fault is left out. */
export const faketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
