import { SECOND } from '../core/clock.ts'
import { CHANNEL, readPayload } from '../core/changes/sender.ts'
import { OwnConnection } from '../core/database/ownConnection.ts'
import type { Streams } from './streams.ts'

/** A lost connection is noticed within this time and its silence limit. */
const CHECK_MS = 5 * SECOND
const AGAIN_MS = 500

/** Hears what all processes have changed, on one connection of its own. */
export class ChangeListener {
  readonly #connection: OwnConnection
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(url: string, streams: Pick<Streams, 'changed' | 'resync'>) {
    this.#connection = new OwnConnection(url, {
      name: 'kaika hears',
      onOpen: `LISTEN ${CHANNEL}`,
      listener: {
        notified: (payload) => {
          const { id, touched } = readPayload(payload)
          streams.changed(id, touched)
        },
        opened: () => streams.resync(),
        lost: () => this.#checkIn(0),
      },
    })
  }

  /** Resolves when it listens, or could not yet; it keeps trying. */
  start(): Promise<void> {
    return this.#check()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#connection.close()
  }

  #checkIn(ms: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), ms).unref()
  }

  async #check(): Promise<void> {
    const ok = await this.#connection.query('SELECT').then(
      () => true,
      () => false,
    )
    this.#checkIn(ok ? CHECK_MS : AGAIN_MS)
  }
}
