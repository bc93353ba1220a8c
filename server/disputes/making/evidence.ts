import type * as contract from '#contract/disputes/disputes.ts'
import { imageWords } from '#contract/core/images.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { cleanImage } from '#server/files/files.ts'
import { disputeOf, evidenceById, evidenceSince, forgetLoose, insertEvidence, type EvidenceRow } from '../queries.ts'

/** More are not needed in a day, and each takes up to three megabytes of storage. */
const A_DAY = 40
/** Until then a picture has to belong to a draft. */
const LOOSE_FOR_MS = 7 * DAY

/** The picture is re-encoded and sealed; the uploaded file itself is never stored. */
export const uploadEvidence: Answer<typeof contract.uploadEvidence> = async (
  { accountId, loginId, from },
  { file },
) => {
  if ((await evidenceSince(db, accountId, ago(DAY))) >= A_DAY) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: imageWords.kind[from.lang] })
  const fileId = newId('dsf')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'evidence'}.jpg`
  await insertEvidence(db, { accountId, fileId, loginId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name, size: picture.length }
}

export const pictureOf = ({ file_id, body_enc }: Pick<EvidenceRow, 'file_id' | 'body_enc'>): Buffer =>
  Buffer.from(unseal(file_id, body_enc), 'base64')

/** A sub-account sees its own uploads, and those of disputes of its own purchases. */
export const downloadEvidence: Answer<typeof contract.downloadEvidence> = async (actor, { fileId }) => {
  const { accountId, subUid, loginId } = actor
  const found = await evidenceById(db, accountId, fileId)
  if (!found) throw refuse('not_found')
  if (subUid !== undefined && found.login_id !== loginId) {
    const dispute = found.dispute_id === null ? undefined : await disputeOf(db, accountId, found.dispute_id)
    if (dispute?.owner_sub_uid !== subUid) throw refuse('not_found')
  }
  return { name: found.name, type: 'image/jpeg', body: pictureOf(found), inline: true }
}

export const forgetLooseEvidence = async (): Promise<void> => void (await forgetLoose(db, ago(LOOSE_FOR_MS)))
