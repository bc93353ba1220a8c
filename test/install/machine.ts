/** A machine with a bare Debian, booted by its own systemd in namespaces of this one (systemd-nspawn), on a wire that leads here. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './until.ts'

const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'nsenter', 'ip', 'dpkg-deb', 'ldd']
/** Both ends of the wire. */
export const HERE = '10.213.77.1'
export const THERE = '10.213.77.2'
const WIRE = 'kaika-install'
/** What a machine has on the day it is installed. */
const BARE = 'systemd,systemd-sysv,dbus,ca-certificates,iproute2'

export const missingPrograms = (): string[] => PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 })

export class Machine {
  readonly root: string
  #booted: ChildProcess | undefined
  #init = 0

  private constructor(root: string) {
    this.root = root
  }

  /** `kept`: where the bare Debian is kept between runs, because it takes half a minute and a mirror. */
  static make(folder: string, kept: string): Machine {
    if (!existsSync(path.join(kept, 'etc/debian_version'))) {
      rmSync(kept, { recursive: true, force: true })
      mkdirSync(path.dirname(kept), { recursive: true })
      run('debootstrap', '--variant=minbase', `--include=${BARE}`, 'bookworm', `${kept}.half`, mirror())
      run('mv', `${kept}.half`, kept)
    }
    const root = path.join(folder, 'root')
    run('cp', '-a', kept, root)
    // It has the network of this machine only while packages are installed.
    run('cp', '/etc/resolv.conf', path.join(root, 'etc/resolv.conf'))
    writeFileSync(path.join(root, 'etc/hostname'), 'cards\n')
    return new Machine(root)
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true })
    writeFileSync(path.join(this.root, file), text)
  }

  /** Before it is booted: in its files, with the network of this machine. */
  prepare(script: string): string {
    return run(
      'systemd-nspawn',
      '--quiet',
      '--register=no',
      '--keep-unit',
      `--directory=${this.root}`,
      ...shell(script),
    )
  }

  async boot(): Promise<void> {
    const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--resolv-conf=off']
    this.#booted = spawn('systemd-nspawn', [...options, `--directory=${this.root}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#booted.stdout!, this.#booted.stderr!]) stream.resume()
    this.#init = await until('booted', () => initOf(this.#booted!.pid!))
    run('ip', 'link', 'add', WIRE, 'type', 'veth', 'peer', 'name', 'wire0', 'netns', String(this.#init))
    run('ip', 'address', 'add', `${HERE}/30`, 'dev', WIRE)
    run('ip', 'link', 'set', WIRE, 'up')
    await this.sh(`ip address add ${THERE}/30 dev wire0 && ip link set wire0 up && ip link set lo up`)
    await until('its services have started', async () =>
      /running|degraded/.test(await this.sh('systemctl is-system-running || true')),
    )
  }

  /** As root on the machine. Throws with everything that it said. */
  async sh(script: string): Promise<string> {
    const { status, text } = await this.tries(script)
    if (status !== 0) throw new Error(`${script}\nended with ${status}:\n${text}`)
    return text
  }

  /** Without blocking this process, which has what the machine asks. */
  async tries(script: string): Promise<{ status: number; text: string }> {
    const inside = [`--target=${this.#init}`, '--mount', '--uts', '--ipc', '--net', '--pid']
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' }
    const child = spawn('nsenter', [...inside, ...shell(`cd /root && ${script}`)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += String(piece)))
    const [status] = (await once(child, 'close')) as [number]
    return { status, text }
  }

  /** Waits until the script succeeds. */
  succeeds(what: string, script: string): Promise<true> {
    return until(what, async () => (await this.tries(script)).status === 0)
  }

  async stop(): Promise<void> {
    const booted = this.#booted
    if (booted && booted.exitCode === null) {
      const ended = once(booted, 'exit')
      booted.kill('SIGTERM') // which systemd-nspawn takes for a shutdown
      await Promise.race([ended, sleep(30_000).then(() => booted.kill('SIGKILL'))])
      await ended
    }
    spawnSync('ip', ['link', 'delete', WIRE])
  }
}

const shell = (script: string): string[] => ['/bin/sh', '-e', '-c', script]

/** The first process of the machine, once it is systemd. */
function initOf(parent: number): number | undefined {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  for (const pid of children)
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (status.includes(`\nPPid:\t${parent}\n`) && status.startsWith('Name:\tsystemd\n')) return Number(pid)
    } catch {} // it has ended
  return undefined
}

/** Where this machine has its own Debian from. */
function mirror(): string {
  const sources = [
    '/etc/apt/sources.list',
    ...readdirSync('/etc/apt/sources.list.d').map((name) => `/etc/apt/sources.list.d/${name}`),
  ]
  const named = sources
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').match(/^(?:deb|URIs:)\s.*$/gm) ?? [])
  return named
    .map((line) => /https?:\/\/\S+\/debian(?=\/?(\s|$))/.exec(line)?.[0])
    .find((found) => found !== undefined)!
}
