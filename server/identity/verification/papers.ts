import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/identity/verification.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY, ahead } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { updateAccount } from '../queries.ts'
import { fileOf, filesSince, insertFile, updateOrder, writeOrder } from './queries.ts'
import { keepCardholder, type Cardholder } from './cardholders.ts'
import type { Papers } from './submitIdentity.ts'

/** More are not needed in a day, and each takes up to three megabytes of storage. */
const FILES_PER_DAY = 40

/** Stores the picture re-encoded and sealed; the uploaded file itself is never stored. */
export const uploadPaper: Answer<typeof contract.uploadPaper> = async ({ accountId, from }, { file }) => {
  if ((await filesSince(db, accountId, ago(DAY))) >= FILES_PER_DAY) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: checks.not_a_picture[from.lang] })
  const fileId = newId('idf')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'document'}.jpg`
  await insertFile(db, { fileId, accountId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name, size: picture.length }
}

/** Only for its owner; staff read it with the account's id through the same function. */
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

/** Verifies an account whose papers were checked outside the console: the people of the demo world and of tests. With a company name, it is a business. */
export async function passOnPaper(
  tx: Tx,
  accountId: string,
  {
    realName,
    idNo,
    company,
    cardholder,
  }: { realName: string; idNo: string; company?: Papers['company']; cardholder?: Cardholder | undefined },
): Promise<void> {
  const orderNo = newId('idv')
  const type = company ? 'BUSINESS' : 'PERSON'
  const papers: Papers = {
    type,
    realName,
    idType: company ? 'BIZ_LICENSE' : 'PASSPORT',
    idNo,
    ...(company && { company }),
    country: 'CN',
    files: { other: [] },
    contact: '—',
  }
  const payloadEnc = seal(orderNo, JSON.stringify(papers))
  await writeOrder(tx, { orderNo, accountId, type, payloadEnc, fileIds: [] })
  await updateOrder(tx, accountId, orderNo, { status: 'PASSED', expiresAt: ahead(730 * DAY), decided: true })
  if (cardholder)
    await keepCardholder(tx, { account_id: accountId, order_no: orderNo, cardholders_enc: null }, cardholder)
  await updateAccount(tx, accountId, { identity: 'PASSED', identityType: type, ...(company && { business: true }) })
}
