/** Identity cases at the staff's desk: the queue, one case with its papers, and the decision. */
import * as z from 'zod'
import { call, fileAnswer } from '#contract/core/call.ts'
import { Flag, id, pageInput, pageOf, reading, requestNo, text, Time, type Words } from '#contract/core/fields.ts'
import { identityStatuses, identityTypes } from '../identity.ts'
import { FileId } from '../verification.ts'

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const CaseNo = id('idv')

/** What each picture is, in the order in which they are looked at. */
export const paperKinds = {
  front: { cn: '证件正面', en: 'Front' },
  back: { cn: '证件背面', en: 'Back' },
  hold: { cn: '手持证件', en: 'Selfie with document' },
  license: { cn: '营业执照', en: 'Business licence' },
  other: { cn: '其他材料', en: 'Other' },
} as const satisfies Record<string, Words>
export type PaperKind = keyof typeof paperKinds

/** How long a reason opens the papers of one case to one person. */
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
  auditTime: Time.nullable(),
  /** Who has it on the desk, and whether that is me. */
  taker: z.string().nullable(),
  mine: Flag,
})
export type CaseRow = z.infer<typeof CaseRow>

export const listCases = call({
  on: 'GET /api/operator/identity/page',
  title: '实名审核列表 Identity cases',
  who: 'staff:identity.view',
  input: z.object({
    ...pageInput,
    open: z.literal('1').optional(),
    status: namesOf(identityStatuses).optional(),
    keyword: text(40).optional(),
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
  output: CaseRow.extend({
    /** Masked. */
    person: Person,
    idTypeText: z.string(),
    country: z.string(),
    company: z.object({ name: z.string(), regNo: z.string(), address: z.string(), website: z.string() }).nullable(),
    papers: z.array(z.object({ fileId: z.string(), kind: namesOf(paperKinds), kindText: z.string() })),
    reason: z.string(),
    /** What the account has sent before, the newest first. */
    earlier: z.array(z.object({ orderNo: z.string(), statusText: z.string(), reason: z.string(), time: Time })),
    /** A business: asked for by one person, and waiting for a second. */
    approvalId: z.string().nullable(),
    /** The oldest other case that nobody has. */
    nextOrderNo: z.string().nullable(),
  }),
  refusals: ['not_found'],
})

/** Not `once`: an answer that is kept would keep the clear text. Opens the papers too, for a while, and both logs say so. */
export const revealCase = call({
  on: 'POST /api/operator/identity/reveal',
  title: '查看实名资料明文 Reveal an identity case',
  who: 'staff:identity.reveal',
  perMinute: 20,
  input: z.object({ orderNo: CaseNo, reason: text(200, 4) }),
  output: Person.extend({ untilTime: Time }),
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

/** A person is passed by one, a business by two: then there is an approval, and the case stays in review. */
export const decideCase = call({
  on: 'POST /api/operator/identity/decide',
  title: '实名审核结论 Decide an identity case',
  who: 'staff:identity.make',
  once: true,
  input: z
    .object({
      orderNo: CaseNo,
      take: z.enum(['PASS', 'NEED_INFO', 'REJECT']),
      /** The account holder reads it. */
      reason: text(200).default(''),
      requestNo,
    })
    .superRefine(
      ({ take, reason }, found) => {
        if (take !== 'PASS' && reason.length < 2)
          found.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
      },
      { when: reading('take', 'reason') },
    ),
  output: z.object({ status: namesOf(identityStatuses), approvalId: z.string().nullable() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
