/** This machine: room on its disks, its ports, its limits, and what a build has left. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import path from 'node:path'
import type { Found, Seen } from './seen.ts'

/** A day of archives and logs; below it a sheet that is being written may not fit. */
const LEAST_BYTES = 1_000_000_000
/** Beside the connections of customers: the database, vendors, files. */
const FILES_BESIDE = 500

export async function lookAtRoom({ config: { dataDir, archiveDir }, around }: Seen): Promise<Found> {
  const folders = { KAIKA_DATA: dataDir, KAIKA_ARCHIVE: archiveDir }
  return {
    wrong: Object.entries(folders).flatMap(([name, folder]) => problemsOfFolder(name, folder, around.freeBytes)),
  }
}

function problemsOfFolder(name: string, folder: string, freeBytes: (folder: string) => number): string[] {
  const there = existing(folder)
  const probe = path.join(there, `.check-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    return [`${name} is a folder where nothing can be written (${(error as NodeJS.ErrnoException).code}): ${folder}`]
  }
  const free = freeBytes(there)
  return free < LEAST_BYTES ? [`${name} has ${Math.floor(free / 1_000_000)} MB left on its disk: ${folder}`] : []
}

/** The folder, or the one in which the server would make it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(path.dirname(folder)))

type Port = {
  readonly name: string
  readonly port: number
  readonly host: string
  /** What a server of ours answers there, and how. */
  readonly asked?: string
  readonly secured?: boolean
  /** It speaks to its proxies only, so it cannot be asked whose it is. */
  readonly hidden?: boolean
}

export async function lookAtPorts({ config }: Seen): Promise<Found> {
  const { host, edge, metricsHost, metricsPort } = config
  const secured = edge.tls !== undefined
  const hides = (door: 'console' | 'decide'): boolean => [door, 'all'].includes(edge.proxyProtocol)
  const ports: Port[] = [
    { name: 'PORT', port: config.port, host, secured, hidden: hides('console') },
    { name: 'NETWORK_PORT', port: config.networkPort, host, secured, hidden: hides('decide') },
    { name: 'WORKER_PORT', port: config.workerPort, host },
    ...(metricsPort === undefined
      ? []
      : [{ name: 'METRICS_PORT', port: metricsPort, host: metricsHost, asked: '/metrics' }]),
  ]
  const wrong: string[] = []
  for (const [at, one] of ports.entries()) {
    const other = ports.slice(0, at).find(({ port }) => port === one.port)
    if (other) wrong.push(`${one.name} is the port of ${other.name}: ${one.port}`)
    else wrong.push(...(await problemOfPort(one)))
  }
  return { wrong }
}

async function problemOfPort(one: Port): Promise<string[]> {
  const { name, port, host } = one
  const code = await new Promise<string | undefined>((resolve) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  if (code === undefined || (code === 'EADDRINUSE' && (one.hidden || (await isOurs(one))))) return []
  if (code === 'EADDRINUSE') return [`${name} is taken by another program: ${port}`]
  if (code === 'EACCES') return [`${name} may not be opened by this account: ${port}`]
  return [`HOST is no address of this machine (${code}): ${host}`]
}

/** A server that runs already. Its certificate is for its public name. */
const isOurs = ({ host, port, secured, asked = '/livez' }: Port): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { host, port, path: asked, agent: false as const, timeout: 1000 }
    const answered = (response: http.IncomingMessage): void => {
      response.destroy()
      resolve(response.statusCode === 200)
    }
    const request = secured
      ? https.get({ ...options, rejectUnauthorized: false }, answered)
      : http.get(options, answered)
    request.on('timeout', () => request.destroy(new Error('no answer'))).on('error', () => resolve(false))
  })

export async function lookAtMachine({ config }: Seen): Promise<Found> {
  const limit = filesLimit()
  const most = Math.max(config.maxConnections, config.networkConnections) + FILES_BESIDE
  const console = path.resolve(import.meta.dirname, '../../../dist/operator/index.html')
  return {
    wrong: [
      ...(limit !== undefined && limit < most
        ? [`the limit of open files is ${limit}, and KAIKA_MAX_CONNECTIONS may need ${most}: raise it (LimitNOFILE)`]
        : []),
      ...(existsSync(console) ? [] : ['the consoles are not built: bin/build']),
    ],
    ...(limit === undefined && { skipped: 'the limit of open files is unknown on this system' }),
  }
}

/** Node has raised its own limit to the hard one. */
function filesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : soft === 'unlimited' ? Infinity : Number(soft)
  } catch {
    return undefined
  }
}
