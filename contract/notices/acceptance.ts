/** Agreements as people read and accept them. Apart from those of the desk, because the overview asks at every start. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, id, Time, type Words } from '../core/fields.ts'

export const agreementKinds = {
  TERMS: { cn: '服务条款', en: 'Terms of service' },
  PRIVACY: { cn: '隐私政策', en: 'Privacy policy' },
  SERVICE: { cn: '卡片使用规则', en: 'Card usage rules' },
} as const satisfies Record<string, Words>
export type AgreementKind = keyof typeof agreementKinds
export const Kind = z.enum(Object.keys(agreementKinds) as [AgreementKind, ...AgreementKind[]])
export const AgreementId = id('agr')

const Shown = z.object({
  id: z.string(),
  kind: Kind,
  version: z.int(),
  title: z.string(),
  msg: z.string(),
  effectiveTime: Time,
})

/** The current versions, readable before sign-up. */
export const agreements = call({
  on: 'GET /api/content/agreements',
  title: '协议文本 Agreements',
  who: 'public',
  input: nothing,
  output: z.array(Shown),
  refusals: [],
})

/** New versions that this login must accept before it continues. */
export const agreementsToAccept = call({
  on: 'GET /api/content/agreementsToAccept',
  title: '待同意的协议 Agreements to accept',
  who: 'member',
  input: nothing,
  output: z.array(Shown),
  refusals: [],
})

export const acceptAgreement = call({
  on: 'POST /api/content/acceptAgreement',
  title: '同意协议 Accept an agreement',
  who: 'member',
  input: z.object({ id: AgreementId }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})
