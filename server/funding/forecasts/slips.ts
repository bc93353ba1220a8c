import type * as contract from '#contract/funding/forecasts.ts'
import type { SentFile } from '#contract/core/files.ts'
import { imageWords } from '#contract/core/images.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { openPaper } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { wire } from './banks.ts'
import { pictureShown } from '../changes/changeQueries.ts'
import { insertSlip, slipOf, slipsSince } from './slipQueries.ts'

/** What is kept is the picture drawn anew and sealed; the file as it was sent is never stored. */
export async function keepSlip({ accountId, from }: Actor, file: SentFile) {
  if ((await slipsSince(db, accountId, ago(DAY))) >= wire.slipsPerDay) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: imageWords.kind[from.lang] })
  const fileId = newId('slp')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'slip'}.jpg`
  await insertSlip(db, { fileId, accountId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name, size: picture.length }
}

export const uploadSlip: Answer<typeof contract.uploadSlip> = async (actor, { file }) => {
  const { fileId } = await keepSlip(actor, file)
  return { fileId, url: `/file/pub/download?fileId=${fileId}` }
}

/** One account's; whoever asks for staff has looked up whose forecast it belongs to. */
export async function openSlip(on: Tx | Database, accountId: string, fileId: string) {
  const found = await slipOf(on, accountId, fileId)
  if (!found) throw refuse('not_found')
  return { name: found.name, body: Buffer.from(unseal(fileId, found.body_enc), 'base64'), type: 'image/jpeg' }
}

export const downloadFile: Answer<typeof contract.downloadFile> = async ({ accountId }, { fileId, inline }) => {
  // What staff have put up for everybody: the banks' limits of a rail.
  const shown = fileId.startsWith('rpc_') ? await pictureShown(db, fileId) : undefined
  const file = shown
    ? { name: 'bank-limits.jpg', type: 'image/jpeg', body: shown.body }
    : fileId.startsWith('idf_')
      ? { ...(await openPaper(db, accountId, fileId)), type: 'image/jpeg' }
      : await openSlip(db, accountId, fileId)
  return { ...file, inline: inline !== undefined }
}
