/** A gate on the way between two programs: what passes can be refused, cut, held back, or lost just when it would be told. */
import net from 'node:net'

/** `cut`: the reply is lost together with the connection. */
export type Verdict = 'pass' | 'cut'

export class Gate {
  /** Asked about every reply, with what was last asked on that connection. */
  judge: (reply: Buffer, asked: Buffer) => Verdict = () => 'pass'
  port = 0
  private readonly targets: readonly number[]
  private readonly open = new Set<net.Socket>()
  private readonly server = net.createServer({ noDelay: true }, (near) => this.join(near))
  private readonly silent = new WeakSet<net.Socket>()
  private turn = 0

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
    near.on('error', () => {})
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
