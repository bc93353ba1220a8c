/** Staff calls: the queue of identity cases, one case with its papers, and the decision. */
import * as z from 'zod/mini'
import { addressFields, billingCountries, holderName, type BillingCountryCode } from '#contract/cards/addresses.ts'
import { call, fileAnswer } from '#contract/core/call.ts'
import {
  Flag,
  id,
  pageInput,
  pageOf,
  reading,
  requestNo,
  text,
  Time,
  withDefault,
  type Words,
} from '#contract/core/fields.ts'
import { identityStatuses, identityTypes } from '../identity.ts'
import { FileId } from '../verification.ts'

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const CaseNo = id('idv')

/** What each picture is, in review order. */
export const paperKinds = {
  front: { cn: '证件正面', en: 'Front' },
  back: { cn: '证件背面', en: 'Back' },
  hold: { cn: '手持证件', en: 'Selfie with document' },
  license: { cn: '营业执照', en: 'Business licence' },
  other: { cn: '其他材料', en: 'Other' },
} as const satisfies Record<string, Words>
export type PaperKind = keyof typeof paperKinds

/** How long one reason gives one person access to the papers of a case. */
export const LOOK_MS = 15 * 60_000

export const CaseRow = z.object({
  orderNo: z.string(),
  accountId: z.string(),
  userNo: z.string(),
  nickname: z.string(),
  type: namesOf(identityTypes),
  typeText: z.string(),
  status: namesOf(identityStatuses),
  statusText: z.string(),
  sentTime: Time,
  auditTime: z.nullable(Time),
  /** Who has taken it at the desk, and whether that is the caller. */
  taker: z.nullable(z.string()),
  mine: Flag,
})
export type CaseRow = z.infer<typeof CaseRow>

export const listCases = call({
  on: 'GET /api/operator/identity/page',
  title: '实名审核列表 Identity cases',
  who: 'staff:identity.view',
  input: z.object({
    ...pageInput,
    open: z.optional(z.literal('1')),
    status: z.optional(namesOf(identityStatuses)),
    keyword: z.optional(text(40)),
  }),
  output: pageOf(CaseRow),
  refusals: [],
})

const Person = z.object({ realName: z.string(), idNo: z.string(), contact: z.string(), legalPerson: z.string() })

export const showCase = call({
  on: 'GET /api/operator/identity/info',
  title: '实名审核详情 Identity case',
  who: 'staff:identity.view',
  input: z.object({ orderNo: CaseNo }),
  output: z.extend(CaseRow, {
    /** Masked. */
    person: Person,
    idTypeText: z.string(),
    country: z.string(),
    company: z.nullable(z.object({ name: z.string(), regNo: z.string(), address: z.string(), website: z.string() })),
    papers: z.array(z.object({ fileId: z.string(), kind: namesOf(paperKinds), kindText: z.string() })),
    reason: z.string(),
    /** Who cards of real issuers are issued to, masked: one for each country of a billing address. */
    cardholders: z.array(z.object({ name: z.string(), country: z.string(), countryText: z.string() })),
    /** Earlier submissions of the account, newest first. */
    earlier: z.array(z.object({ orderNo: z.string(), statusText: z.string(), reason: z.string(), time: Time })),
    /** For a business: the approval requested by one person and waiting for a second. */
    approvalId: z.nullable(z.string()),
    /** The oldest other case that no one has taken. */
    nextOrderNo: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

/** The verified person as issuers need it: the name as on the document, in Latin letters, and a billing address. */
export const saveCardholder = call({
  on: 'POST /api/operator/identity/cardholder',
  title: '登记持卡人 Enter a cardholder',
  who: 'staff:identity.make',
  once: true,
  input: z.object({
    orderNo: CaseNo,
    firstName: holderName,
    lastName: holderName,
    ...addressFields,
    country: z.enum(Object.keys(billingCountries) as [BillingCountryCode, ...BillingCountryCode[]]),
    requestNo,
  }),
  output: z.object({ orderNo: z.string() }),
  refusals: ['not_found', 'conflict', 'invalid'],
})

/** Not `once`: a stored answer would keep the clear text. Also opens the papers for a limited time; both logs record it. */
export const revealCase = call({
  on: 'POST /api/operator/identity/reveal',
  title: '查看实名资料明文 Reveal an identity case',
  who: 'staff:identity.reveal',
  perMinute: 20,
  input: z.object({ orderNo: CaseNo, reason: text(200, 4) }),
  output: z.extend(Person, { untilTime: Time }),
  refusals: ['not_found', 'reveal_cap_reached'],
})

export const casePaper = call({
  on: 'GET /api/operator/identity/file',
  title: '查看实名材料 View a document of an identity case',
  who: 'staff:identity.reveal',
  file: true,
  input: z.object({ orderNo: CaseNo, fileId: FileId }),
  output: fileAnswer,
  refusals: ['not_found', 'reason_needed'],
})

export const takeCase = call({
  on: 'POST /api/operator/identity/take',
  title: '受理实名审核 Assign an identity case to me',
  who: 'staff:identity.make',
  once: true,
  input: z.object({ orderNo: CaseNo, requestNo }),
  output: z.object({ status: namesOf(identityStatuses) }),
  refusals: ['not_found', 'conflict'],
})

/** One person can pass an individual, a business takes two: that creates an approval, and the case stays in review. */
export const decideCase = call({
  on: 'POST /api/operator/identity/decide',
  title: '实名审核结论 Decide an identity case',
  who: 'staff:identity.make',
  once: true,
  input: z
    .object({
      orderNo: CaseNo,
      take: z.enum(['PASS', 'NEED_INFO', 'REJECT']),
      /** Shown to the account holder. */
      reason: withDefault(text(200), ''),
      requestNo,
    })
    .check(
      z.superRefine(
        ({ take, reason }, found) => {
          if (take !== 'PASS' && reason.length < 2)
            found.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
        },
        { when: reading('take', 'reason') },
      ),
    ),
  output: z.object({ status: namesOf(identityStatuses), approvalId: z.nullable(z.string()) }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
