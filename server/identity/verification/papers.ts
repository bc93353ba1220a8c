import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/identity/verification.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { fileOf, filesSince, insertFile } from './verificationQueries.ts'

/** Nobody needs more in a day, and each is up to three megabytes of ours. */
const FILES_PER_DAY = 40

/** What is kept is the picture drawn anew and sealed; the file as it was sent is never stored. */
export const uploadPaper: Answer<typeof contract.uploadPaper> = async ({ accountId, from }, { file }) => {
  if ((await filesSince(db, accountId, ago(DAY))) >= FILES_PER_DAY) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: checks.not_a_picture[from.lang] })
  const fileId = newId('idf')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'document'}.jpg`
  await insertFile(db, { fileId, accountId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name, size: picture.length }
}

/** Its owner's alone, here; staff read it with the account's id through the same function. */
export async function openPaper(on: Tx | Database, accountId: string, fileId: string) {
  const found = await fileOf(on, accountId, fileId)
  if (!found) throw refuse('not_found')
  return { name: found.name, body: Buffer.from(unseal(fileId, found.body_enc), 'base64') }
}

export const showPaper: Answer<typeof contract.showPaper> = async ({ accountId }, { fileId }) => ({
  ...(await openPaper(db, accountId, fileId)),
  type: 'image/jpeg',
  inline: true,
})
