/** Identity verification: a person by a document, a business by its registration. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import { id, pattern, reading, requestNo, text, Time, withDefault, type Words } from '../core/fields.ts'
import { fileField } from '../core/files.ts'
import { identityStatuses, identityTypes } from './identity.ts'
import { imageRule } from '../core/images.ts'

export const idTypes = {
  ID_CARD: { cn: '居民身份证', en: 'Mainland ID card' },
  PASSPORT: { cn: '护照', en: 'Passport' },
  HK_MO: { cn: '港澳居民来往内地通行证', en: 'Hong Kong / Macao permit' },
  BIZ_LICENSE: { cn: '营业执照', en: 'Business licence' },
} as const satisfies Record<string, Words>
export const enums = { idType: idTypes }

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])

export const FileId = id('idf')

export const uploadPaper = call({
  on: 'POST /api/identity/upload',
  title: '上传认证材料 Upload an identity document',
  body: 'multipart',
  who: 'parent',
  perMinute: 30,
  input: z.object({ file: fileField(imageRule) }),
  output: z.object({ fileId: z.string(), name: z.string(), size: z.int() }),
  refusals: ['invalid'],
})

export const showPaper = call({
  on: 'GET /api/identity/file',
  title: '查看认证材料 View an identity document',
  who: 'parent',
  file: true,
  input: z.object({ fileId: FileId }),
  output: fileAnswer,
  refusals: ['not_found'],
})

/** The last of the 18 characters is a check digit (GB 11643). */
function isIdCard(idNo: string): boolean {
  if (!/^\d{17}[\dX]$/i.test(idNo)) return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(idNo[at]), 0)
  return '10X98765432'[sum % 11] === idNo[17]!.toUpperCase()
}

const files = z.object({
  front: z.optional(FileId),
  back: z.optional(FileId),
  hold: z.optional(FileId),
  license: z.optional(FileId),
  other: withDefault(z.array(FileId).check(z.maxLength(5)), []),
})
const company = z.object({
  name: text(100, 2),
  regNo: text(40, 4),
  address: text(200, 4),
  legalPerson: text(60, 2),
  website: z.optional(text(100)),
  mcc: z.optional(text(4)),
})

export const submitIdentity = call({
  on: 'POST /api/identity/order',
  title: '提交实名认证 Submit identity verification',
  body: 'json',
  who: 'parent',
  once: true,
  perMinute: 20,
  input: z
    .object({
      type: namesOf(identityTypes),
      realName: text(60, 2),
      idType: namesOf(idTypes),
      idNo: text(40, 4),
      country: pattern(/^[A-Z]{2}$/, 'country'),
      files,
      company: z.optional(company),
      contact: text(60, 4),
      requestNo,
    })
    .check(
      z.superRefine(
        (input, found) => {
          const wrong = (path: string, message: string) => found.addIssue({ code: 'custom', path: [path], message })
          if (input.idType === 'ID_CARD' && !isIdCard(input.idNo)) wrong('idNo', 'id_no')
          if (input.type === 'PERSON' && input.idType === 'BIZ_LICENSE') wrong('idType', 'required')
          if (!input.files.front) wrong('files.front', 'paper_needed')
          if (input.idType === 'ID_CARD' && !input.files.back) wrong('files.back', 'paper_needed')
          if (input.type === 'PERSON') return
          if (!input.company) wrong('company', 'required')
          if (!input.files.license) wrong('files.license', 'paper_needed')
        },
        { when: reading('type', 'idType', 'idNo', 'files') },
      ),
    ),
  output: z.object({ orderNo: z.string(), status: z.literal('PENDING'), submitTime: Time }),
  refusals: ['conflict', 'not_found', 'too_fast'],
})

export const identityStatus = call({
  on: 'POST /api/identity/getStatus',
  title: '认证状态 Identity verification status',
  who: 'parent',
  input: z.object({ orderNo: z.optional(text(40)) }),
  output: z.object({
    orderNo: z.string(),
    type: z.nullable(namesOf(identityTypes)),
    status: namesOf(identityStatuses),
    rejectReason: z.string(),
    fields: z.array(z.string()),
    submitTime: z.nullable(Time),
    auditTime: z.nullable(Time),
    expireTime: z.nullable(Time),
  }),
  refusals: ['not_found'],
})
