/** A gate on the way between two programs: what passes can be refused, cut, held back, or lost just when it would be told. */
import net from 'node:net'

/** `cut`: the reply is lost together with the connection. */
export type Verdict = 'pass' | 'cut'
/** `late`: let in after {@link LATE_MS}. `startingUp`: refused as PostgreSQL refuses while it starts. `reset`: broken at once. */
export type Welcome = 'pass' | 'late' | 'startingUp' | 'reset'
/** Longer than anybody waits for a connection. */
const LATE_MS = 4000

export class Gate {
  /** Asked about every reply, with what was last asked on that connection. */
  judge: (reply: Buffer, asked: Buffer) => Verdict = () => 'pass'
  /** Asked about every new connection, with its number from 1 on. */
  welcome: (nth: number) => Welcome = () => 'pass'
  port = 0
  private readonly targets: readonly number[]
  private readonly open = new Set<net.Socket>()
  private readonly server = net.createServer({ noDelay: true }, (near) => this.receive(near))
  private readonly silent = new WeakSet<net.Socket>()
  private turn = 0

  /** How many have come. */
  get connections(): number {
    return this.turn
  }

  /** With several targets each connection goes to the next one, or to another where that one is not there. */
  constructor(...targets: number[]) {
    this.targets = targets
  }

  async listen(): Promise<this> {
    this.server.listen(this.port, '127.0.0.1')
    await new Promise((resolve, reject) => this.server.once('listening', resolve).once('error', reject))
    this.port = (this.server.address() as net.AddressInfo).port
    return this
  }

  /** Every connection breaks, with whatever is on its way. New ones are let in. */
  cut(): void {
    for (const socket of this.open) socket.destroy()
  }

  /** Nobody is let in until {@link listen}. */
  refuse(): Promise<unknown> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.cut()
    return closed
  }

  /** By which ports the far side knows what comes through here. */
  ports(): number[] {
    return [...this.open].flatMap(({ localPort, localAddress, remotePort }) =>
      localAddress && remotePort && this.targets.includes(remotePort) ? [localPort!] : [],
    )
  }

  /** What is open stays open, and nothing comes through it any more. New connections are as ever. */
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

/** PostgreSQL's words for it, as it writes them on the wire. */
const STARTING_UP = errorResponse('57P03', 'the database system is starting up')
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
