/** Queued mail, for tests that send none. */
import { db, sql } from '#server/core/db.ts'
import type { Actor } from '#server/core/actor.ts'
import { forget } from '#server/identity/identity.ts'
import { notificationAnswers } from '#server/notices/module.ts'
import { unseal } from '#server/core/secrets.ts'

/** Requests a code for an address, and returns the digits that the mail would contain. */
export async function anEmailCode(actor: Actor, email = 'mei@example.com'): Promise<string> {
  await forget('mail.gap', actor.loginId)
  await forget('mail.day', actor.loginId)
  const { codeId } = await notificationAnswers.emailCode(actor, { email })
  const { rows } = await sql<{ payload: { codeId: string; sealed: string } }>`
    SELECT payload
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = 'notices.mailCode' AND payload ->> 'codeId' = ${codeId}`.execute(db)
  const [job] = rows
  return (JSON.parse(unseal(codeId, Buffer.from(job!.payload.sealed, 'base64'))) as { digits: string }).digits
}

/** Waiting jobs of a name, oldest first. */
export async function waiting<P>(name: string): Promise<P[]> {
  const { rows } = await sql<{ payload: P }>`
    SELECT payload
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = ${name}
     ORDER BY job.id`.execute(db)
  return rows.map(({ payload }) => payload)
}
