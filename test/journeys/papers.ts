/** A newcomer's verification, done before the journey begins: reviewing papers is another journey. */
import pg from 'pg'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { seal, useSecrets } from '#server/core/secrets.ts'
import type { APIRequestContext } from '@playwright/test'
import { asks, type Person } from './people.ts'

const DEADLOCK = '40P01'

/** Skips a wait: a week, a day. Tries again after a deadlock: a distributed database has them between any two writers of a reference table. */
export async function onTheBooks(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(process.env.KAIKA_DATABASE_OWNER_URL)
  await client.connect()
  try {
    await client.query(statement, values).catch((error: pg.DatabaseError) => {
      if (error.code === DEADLOCK) return client.query(statement, values)
      throw error
    })
  } finally {
    await client.end()
  }
}

/** Skips the minute between two codes to one phone. */
export const codesAtOnce = (): Promise<void> => onTheBooks(`DELETE FROM tally WHERE subject LIKE 'sms.%'`)

/** A sweep that the clock would begin within the minute. */
export const sweeps = (name: string): Promise<void> => onTheBooks('SELECT graphile_worker.add_job($1)', [name])

type Known = { type: 'PERSON' | 'BUSINESS'; name: string }

/** Like `passOnPaper` on the server, with the keys of the journey's Kaika. */
export async function isKnownAs(request: APIRequestContext, who: Person, { type, name }: Known): Promise<string> {
  const { userId: userNo } = await asks<{ userId: string }>(request, who, 'GET /api/user/info')
  useSecrets(readSecrets(process.env.KAIKA_DATA ?? '.kaika'))
  const orderNo = `idv_walk${userNo}`
  const papers = {
    type,
    realName: name,
    idType: type === 'BUSINESS' ? 'BIZ_LICENSE' : 'PASSPORT',
    idNo: `W${userNo}`,
    country: 'US',
    files: { other: [] },
    contact: '—',
  }
  await onTheBooks(
    `WITH known AS (
       UPDATE account SET identity = 'PASSED', identity_type = $2, business = ($2 = 'BUSINESS') WHERE user_no = $1 RETURNING account_id
     )
     INSERT INTO identity_order (cell, order_no, account_id, type, status, payload_enc, file_ids, expires_at, audited_at, sent_at, created_at, updated_at)
     SELECT cell_of(account_id), $3, account_id, $2, 'PASSED', $4, '{}', now() + interval '2 years', now(), now(), now(), now() FROM known`,
    [userNo, type, orderNo, seal(orderNo, JSON.stringify(papers))],
  )
  return userNo
}
