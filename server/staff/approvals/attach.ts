/** Pictures that a maker puts beside what they ask for. */
import type * as contract from '#contract/staff/approvals.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { attachmentOf, attachmentsSince, bindAttachment, insertAttachment } from './attachmentQueries.ts'
import { maySee } from './inbox.ts'
import { approvalById } from './queries.ts'

/** Each is up to three megabytes of ours. */
const MOST_A_DAY = 100

/** What is kept is the picture drawn anew and sealed; the file as it was sent is never stored. */
export const uploadAttachment: Answer<typeof contract.uploadAttachment> = async ({ staffId, from }, { file }) => {
  if ((await attachmentsSince(db, staffId, ago(DAY))) >= MOST_A_DAY) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: checks.not_a_picture[from.lang] })
  const fileId = newId('att')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'attachment'}.jpg`
  await insertAttachment(db, { fileId, staffId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name }
}

/** Whoever may see what is asked for sees what it rests on. */
export const showAttachment: Answer<typeof contract.showAttachment> = async (staff, { approvalId, fileId }) => {
  const approval = await approvalById(db, approvalId)
  const found = approval && maySee(staff, approval) ? await attachmentOf(db, approvalId, fileId) : undefined
  if (!found) throw refuse('not_found')
  const body = Buffer.from(unseal(fileId, found.body_enc), 'base64')
  return { name: found.name, type: 'image/jpeg', body, inline: true }
}

export async function bindAttachments(
  tx: Tx,
  { staffId }: Staff,
  fileIds: readonly string[],
  approvalId: string,
): Promise<void> {
  for (const fileId of fileIds)
    if (!(await bindAttachment(tx, staffId, fileId, approvalId))) throw refuse('not_found', { field: 'fileId' })
}
