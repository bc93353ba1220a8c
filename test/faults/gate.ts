/** A proxy between two programs that can refuse, cut or delay traffic, or lose a reply at the moment it is delivered. */
import net from 'node:net'

/** `cut`: drops the reply together with the connection. */
export type Verdict = 'pass' | 'cut'
/** `late`: accepted after {@link LATE_MS}. `startingUp`: refused as PostgreSQL refuses during its start. `reset`: closed immediately. */
export type Welcome = 'pass' | 'late' | 'startingUp' | 'reset'
/** Longer than any connection timeout. */
const LATE_MS = 4000

export class Gate {
  /** Called for every reply, with the last request on that connection. */
  judge: (reply: Buffer, asked: Buffer) => Verdict = () => 'pass'
  /** Called for every new connection, numbered from 1. */
  welcome: (nth: number) => Welcome = () => 'pass'
  port = 0
  private readonly targets: readonly number[]
  private readonly open = new Set<net.Socket>()
  private readonly server = net.createServer({ noDelay: true }, (near) => this.receive(near))
  private readonly silent = new WeakSet<net.Socket>()
  private turn = 0

  /** How many connections were accepted. */
  get connections(): number {
    return this.turn
  }

  /** With several targets, each connection goes to the next one, or to another if that one is down. */
  constructor(...targets: number[]) {
    this.targets = targets
  }

  async listen(): Promise<this> {
    this.server.listen(this.port, '127.0.0.1')
    await new Promise((resolve, reject) => this.server.once('listening', resolve).once('error', reject))
    this.port = (this.server.address() as net.AddressInfo).port
    return this
  }

  /** Closes every connection, including data in transit. New ones are accepted. */
  cut(): void {
    for (const socket of this.open) socket.destroy()
  }

  /** Refuses connections until {@link listen}. */
  refuse(): Promise<unknown> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.cut()
    return closed
  }

  /** The local ports by which the far side knows the connections of this gate. */
  ports(): number[] {
    return [...this.open].flatMap(({ localPort, localAddress, remotePort }) =>
      localAddress && remotePort && this.targets.includes(remotePort) ? [localPort!] : [],
    )
  }

  /** Keeps open connections open, but passes nothing through them. New connections work normally. */
  fallSilent(): void {
    for (const socket of this.open) this.silent.add(socket)
  }

  private receive(near: net.Socket): void {
    near.on('error', () => {})
    switch (this.welcome(this.turn + 1)) {
      case 'pass':
        return this.join(near)
      case 'late':
        this.turn++
        return this.joinLate(near)
      case 'startingUp':
        this.turn++
        return void near.once('data', () => near.end(STARTING_UP))
      case 'reset':
        this.turn++
        return void near.resetAndDestroy()
    }
  }

  private joinLate(near: net.Socket): void {
    const said: Buffer[] = []
    const listen = (bytes: Buffer): void => void said.push(bytes)
    near.on('data', listen)
    this.open.add(near)
    near.once('close', () => this.open.delete(near))
    setTimeout(() => {
      if (near.destroyed) return
      near.off('data', listen).pause()
      near.unshift(Buffer.concat(said))
      this.join(near)
    }, LATE_MS)
  }

  private join(near: net.Socket): void {
    const first = this.turn++
    const dial = (more: number): void => {
      const far = net.connect({
        port: this.targets[(first + more) % this.targets.length]!,
        host: '127.0.0.1',
        noDelay: true,
      })
      let asked: Buffer = Buffer.alloc(0)
      const forward = (bytes: Buffer): void => {
        asked = bytes
        if (!this.silent.has(near)) far.write(bytes)
      }
      far.once('connect', () => {
        near.on('data', forward)
        far.on('data', (reply) => {
          if (this.silent.has(near)) return
          if (this.judge(reply, asked) === 'pass') near.write(reply)
          else near.destroy()
        })
        this.pair(near, far)
      })
      far.once('error', () => {
        if (this.open.has(far) || more + 1 === this.targets.length) near.destroy()
        else dial(more + 1)
      })
    }
    dial(0)
  }

  private pair(...pair: [net.Socket, net.Socket]): void {
    for (const socket of pair) {
      this.open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.open.delete(socket)
        for (const other of pair) other.destroy()
      })
    }
  }
}

/** PostgreSQL's error for this, as it appears on the wire. */
const STARTING_UP = errorResponse('57P03', 'the database system is starting up')
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
