/** Identity cases in tests: submitted by a person, assigned to and decided by staff. */
import sharp from 'sharp'
import type * as contract from '#contract/identity/desk/cases.ts'
import { submitIdentity } from '#contract/identity/verification.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Staff } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { caseAnswers, verificationAnswers as answers } from '#server/identity/module.ts'
import type { Person } from './world.ts'

const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
const company = { name: 'Kaika Trading', regNo: '91310000', address: 'Pudong, Shanghai', legalPerson: 'Lin Mei' }

/** A person's or a business's case; returns its number and its picture's id. */
export async function sendsPapers(person: Person, type: 'PERSON' | 'BUSINESS' = 'PERSON') {
  const bytes = await picture.clone().jpeg().toBuffer()
  const file = { name: 'card.jpg', size: bytes.length, sha256: '', bytes }
  const { fileId } = await answers.uploadPaper(person, { file })
  const business = type === 'BUSINESS'
  const input = submitIdentity.input.parse({
    type,
    realName: '林梅',
    idType: 'PASSPORT',
    idNo: 'E12345678',
    country: 'CN',
    files: { front: fileId, ...(business && { license: fileId }) },
    ...(business && { company }),
    contact: 'mei@example.com',
  })
  const { orderNo } = await transaction((tx) => answers.submitIdentity(person, input, tx))
  return { orderNo, fileId }
}

export const takesCase = (staff: Staff, orderNo: string) =>
  transaction((tx) => caseAnswers.takeCase(staff, { orderNo }, tx))
export const decidesCase = (
  staff: Staff,
  orderNo: string,
  take: Checked<typeof contract.decideCase>['take'],
  reason = '',
) => transaction((tx) => caseAnswers.decideCase(staff, { orderNo, take, reason }, tx))
