/** The change feed: what the processes have changed goes to the consoles that show it. */
import type * as contract from '#contract/changes/changes.ts'
import type { Answer } from '../core/answer.ts'
import { isBusy } from '../core/db.ts'
import { tellFault } from '../core/log.ts'
import { gauges } from '../core/metrics/metrics.ts'
import { endedSessions, type SessionKey } from '../identity/identity.ts'
import { ChangeListener } from './listener.ts'
import { Streams, type Target } from './streams.ts'

let doubtful = new Map<string, SessionKey>()
let checking = false

/** Ends the streams of sessions that are over. Sessions that are named meanwhile wait for one query of their own. */
async function check(sessions: readonly SessionKey[]): Promise<void> {
  for (const session of sessions) doubtful.set(session.sessionId, session)
  if (checking) return
  checking = true
  try {
    while (doubtful.size) {
      const sessions = [...doubtful.values()]
      doubtful = new Map()
      const ended = await endedSessions(sessions)
      if (ended.length) streams.endSessions(new Set(ended))
    }
  } catch (error) {
    // The streams end by their age.
    if (!isBusy(error)) tellFault('sessions of streams were not checked', error)
  } finally {
    checking = false
  }
}

const streams = new Streams((sessions) => void check(sessions))

export const watchChanges: Answer<typeof contract.watchChanges> = async (actor, after) => {
  streams.refuseFull()
  return { start: (response) => streams.open(actor, response as Target, after) }
}

/** Starts to listen, for `most` streams. Returns how to stop. */
export async function listenForChanges(url: string, { most = Infinity } = {}): Promise<() => Promise<void>> {
  streams.limit(most)
  const listener = new ChangeListener(url, streams)
  await listener.start()
  return () => listener.stop()
}

/** On shutdown. */
export const closeStreams = (): void => streams.endAll()

export const streamMetrics = gauges({
  help: { kaika_change_streams: 'Open streams of the change feed.' },
  read: () => ({ kaika_change_streams: [{ value: streams.size }] }),
})
