/** Terms, privacy and service rules: versions that never change once published, and who agreed to which. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { AgreementId, Kind } from './acceptance.ts'
import { htmlText } from './content.ts'
import { Flag, pageInput, pageOf, requestNo, text, Time, time, withDefault, yesNo, type Words } from '../core/fields.ts'

export { acceptAgreement, agreementKinds, agreements, agreementsToAccept, type AgreementKind } from './acceptance.ts'

export const agreementStates = {
  DRAFT: { cn: '草稿', en: 'Draft' },
  SCHEDULED: { cn: '待生效', en: 'Scheduled' },
  IN_FORCE: { cn: '现行', en: 'In effect' },
  REPLACED: { cn: '历史版本', en: 'Replaced' },
} as const satisfies Record<string, Words>
export type AgreementState = keyof typeof agreementStates

export const DeskAgreement = z.object({
  id: z.string(),
  kind: Kind,
  version: z.int(),
  titleCn: z.string(),
  titleEn: z.string(),
  htmlCn: z.string(),
  htmlEn: z.string(),
  mustAccept: Flag,
  effectiveTime: Time,
  state: z.enum(Object.keys(agreementStates) as [AgreementState, ...AgreementState[]]),
  acceptCount: z.int(),
  madeBy: z.string(),
  pendingApprovalId: z.nullable(z.string()),
  createTime: Time,
})
export type DeskAgreement = z.infer<typeof DeskAgreement>

export const listDeskAgreements = call({
  on: 'GET /api/operator/agreement/page',
  title: '协议版本 Agreement versions',
  who: 'staff:content.view',
  input: z.object({ ...pageInput, kind: z.optional(Kind) }),
  output: pageOf(DeskAgreement),
  refusals: [],
})

/** Without an id: the next version of its kind. */
export const saveAgreement = call({
  on: 'POST /api/operator/agreement/save',
  title: '保存协议草稿 Save an agreement draft',
  who: 'staff:content.make',
  once: true,
  input: z.object({
    id: z.optional(AgreementId),
    kind: Kind,
    titleCn: text(80, 2),
    titleEn: text(120, 2),
    htmlCn: htmlText,
    htmlEn: htmlText,
    mustAccept: withDefault(yesNo, false),
    effectiveTime: z.optional(time),
    requestNo,
  }),
  output: z.object({ id: z.string(), version: z.int(), dropped: z.array(z.string()) }),
  refusals: ['not_found', 'conflict'],
})

export const publishAgreement = call({
  on: 'POST /api/operator/agreement/publish',
  title: '发布协议 Publish an agreement',
  who: 'staff:content.make',
  once: true,
  input: z.object({ id: AgreementId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
