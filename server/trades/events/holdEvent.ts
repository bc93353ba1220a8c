/** An event that is not applied: it waits for a person, with the reason, and somebody is told. */
import { raiseAlarm } from '#server/core/alarms.ts'
import { transaction } from '#server/core/db.ts'
import { heldNow } from '../queries.ts'
import { Mismatch } from './checkEvent.ts'

export const holdEvent = (issuerId: string, eventId: string, error: unknown): Promise<void> =>
  transaction(async (tx) => {
    const { reason, facts } = error instanceof Mismatch ? error : { reason: 'NOT_APPLIED', facts: [] }
    const said = error instanceof Mismatch ? null : error instanceof Error ? error.message : 'unknown'
    if (await heldNow(tx, { issuerId, eventId }, { reason, facts, error: said }))
      await raiseAlarm(tx, { kind: 'EVENT_ON_HOLD', subject: eventId, detail: { reason } })
  })
