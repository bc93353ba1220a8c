import type * as contract from '#contract/funding/forecasts.ts'
import type { SentFile } from '#contract/core/files.ts'
import { imageWords } from '#contract/core/images.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { openPaper, uploadPaper } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { wire } from './banks.ts'
import { pictureShown } from '../rails/queries.ts'
import { insertSlip, slipOf, slipsSince } from './queries.ts'

/** The picture is re-encoded and sealed; the uploaded file itself is never stored. */
async function keepSlip({ accountId, from }: Actor, file: SentFile) {
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

/** A slip of this account. Staff's calls look up the account through the forecast. */
export async function openSlip(on: Tx | Database, accountId: string, fileId: string) {
  const found = await slipOf(on, accountId, fileId)
  if (!found) throw refuse('not_found')
  return { name: found.name, body: Buffer.from(unseal(fileId, found.body_enc), 'base64'), type: 'image/jpeg' }
}

export const downloadFile: Answer<typeof contract.downloadFile> = async ({ accountId }, { fileId, inline }) => {
  // A picture that staff have published to everybody: the bank limits of a rail.
  const shown = fileId.startsWith('rpc_') ? await pictureShown(db, fileId) : undefined
  const file = shown
    ? { name: 'bank-limits.jpg', type: 'image/jpeg', body: shown.body }
    : fileId.startsWith('idf_')
      ? { ...(await openPaper(db, accountId, fileId)), type: 'image/jpeg' }
      : await openSlip(db, accountId, fileId)
  return { ...file, inline: inline !== undefined }
}

type Kept = { fileId: string; name: string; size: number }
/** Which module stores the uploads of each scene. All of them are private to the account, so none may be public. */
const scenes = {
  SLIP: { public: false, keep: keepSlip },
  IDENTITY: { public: false, keep: (actor, file) => uploadPaper(actor, { file }) },
} as const satisfies Record<
  contract.UploadScene,
  { public: boolean; keep: (actor: Actor, file: SentFile) => Promise<Kept> }
>

export const uploadFile: Answer<typeof contract.uploadFile> = async (actor, { file, scene, public: shown }) => {
  if (shown && !scenes[scene].public) throw refuse('invalid', { field: 'public' })
  const { fileId, name, size } = await scenes[scene].keep(actor, file)
  return { fileId, url: `/file/pub/download?fileId=${fileId}`, name, size }
}
