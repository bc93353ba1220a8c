import {
  approvalKindNames,
  approvalKinds,
  approvalStates,
  type ApprovalKind,
  type ApprovalRow,
} from '#contract/staff/approvals.ts'
import type * as contract from '#contract/staff/approvals.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { checks } from '#contract/core/checks.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs, ago, DAY } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db, type Tx } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { fullName } from '../signIn/authenticate.ts'
import {
  approvalById,
  approvalPage,
  votesOn,
  type ApprovalFilter,
  type ApprovalFound,
  attachmentsOf,
  attachmentOf,
  attachmentsSince,
  bindAttachment,
  insertAttachment,
} from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Tells the account holder that staff have read a request about the account. Accounts belong to a higher module. */
    'accounts.requestSeen'(staff: Staff, accountId: string): Promise<void>
  }
}

const COUNT_CAP = 10_000

/** Kinds that this person checks. */
const checkedBy = ({ may }: Staff): ApprovalKind[] =>
  approvalKindNames.filter((kind) => may.has(approvalKinds[kind].check))
/** Kinds that this person may read: those they make or check, or all for readers of the audit. */
const readBy = ({ may }: Staff): ApprovalKind[] =>
  approvalKindNames.filter(
    (kind) => may.has('staff:audit.view') || may.has(approvalKinds[kind].make) || may.has(approvalKinds[kind].check),
  )
export const maySee = (staff: Staff, { kind, maker_id }: Pick<ApprovalFound, 'kind' | 'maker_id'>): boolean =>
  maker_id === staff.staffId || readBy(staff).includes(kind)

export const inboxOf = (staff: Staff): ApprovalFilter => ({ kinds: checkedBy(staff), forVoter: staff.staffId })

export const listApprovals: Answer<typeof contract.listApprovals> = async (staff, input) => {
  const { scope, state, kind } = input
  const only = (kinds: ApprovalKind[]): ApprovalKind[] => kinds.filter((one) => kind === undefined || one === kind)
  const filter: ApprovalFilter =
    scope === 'inbox'
      ? { ...inboxOf(staff), kinds: only(checkedBy(staff)), state: 'WAITING' }
      : scope === 'mine'
        ? { kinds: only([...approvalKindNames]), madeBy: staff.staffId, state }
        : { kinds: only(readBy(staff)), ...(!kind && { orMadeBy: staff.staffId }), state }
  const { rows, count } = await approvalPage(db, filter, input, COUNT_CAP)
  return {
    data: rows.map((row) => shown(staff, row)),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

export const showApproval: Answer<typeof contract.showApproval> = async (staff, { approvalId }) => {
  const found = await approvalById(db, approvalId)
  if (!found || !maySee(staff, found)) throw refuse('not_found')
  if (found.account_id) await port('accounts.requestSeen')(staff, found.account_id)
  const { lang } = staff.from
  const said = (value: string | Words | null): string | null =>
    value === null || typeof value === 'string' ? value : value[lang]
  return {
    ...shown(staff, found),
    diff: found.diff.map(({ label, before, after }) => ({
      label: label[lang],
      before: said(before),
      after: said(after),
    })),
    payload: JSON.stringify(found.payload, null, 2),
    hash: found.hash.toString('hex'),
    decidedWhy: found.decided_why,
    attachments: (await attachmentsOf(db, approvalId)).map(({ file_id, name }) => ({ fileId: file_id, name })),
    votes: (await votesOn(db, approvalId)).map((vote) => ({
      who: fullName(vote),
      agreed: vote.agreed,
      reason: vote.reason,
      time: vote.created_at.getTime(),
    })),
  }
}

function shown(staff: Staff, found: ApprovalFound): ApprovalRow {
  const { lang } = staff.from
  return {
    approvalId: found.approval_id,
    kind: found.kind,
    kindText: approvalKinds[found.kind].name[lang],
    target: found.target,
    accountId: found.account_id,
    amount: found.amount_cents,
    reason: found.reason,
    maker: { staffId: found.maker_id, name: nameOf(found, lang) },
    state: found.state,
    stateText: approvalStates[found.state][lang],
    needs: found.needs,
    agreed: found.agreed,
    createTime: found.created_at.getTime(),
    expireTime: found.expires_at.getTime(),
    decideTime: found.decided_at?.getTime() ?? null,
    mayDecide: mayDecide(staff, found),
  }
}

const nameOf = ({ maker_cn, maker_en }: ApprovalFound, lang: Lang): string => (lang === 'cn' ? maker_cn : maker_en)

/** For the button, by the rules by which `decide.ts` refuses. */
function mayDecide(staff: Staff, found: ApprovalFound): ApprovalRow['mayDecide'] {
  if (found.state !== 'WAITING' || found.expires_at.getTime() <= nowMs()) return 'decided'
  if (found.maker_id === staff.staffId) return 'own'
  if (!staff.may.has(approvalKinds[found.kind].check)) return 'key'
  return found.voters.includes(staff.staffId) ? 'voted' : 'yes'
}

/** How many pictures a person may attach to requests in a day; each is stored with up to three megabytes. */
const MOST_A_DAY = 100

/** Stores the picture re-encoded and sealed; the uploaded file itself is never stored. */
export const uploadAttachment: Answer<typeof contract.uploadAttachment> = async ({ staffId, from }, { file }) => {
  if ((await attachmentsSince(db, staffId, ago(DAY))) >= MOST_A_DAY) throw refuse('too_fast')
  const picture = await cleanImage(file.bytes)
  if (!picture) throw refuse('invalid', { field: 'file', msg: checks.not_a_picture[from.lang] })
  const fileId = newId('att')
  const name = `${file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'attachment'}.jpg`
  await insertAttachment(db, { fileId, staffId, name, bodyEnc: seal(fileId, picture.toString('base64')) })
  return { fileId, name }
}

/** Anyone who may see the request may see its evidence. */
export const showAttachment: Answer<typeof contract.showAttachment> = async (staff, { approvalId, fileId }) => {
  const approval = await approvalById(db, approvalId)
  const found = approval && maySee(staff, approval) ? await attachmentOf(db, approvalId, fileId) : undefined
  if (!found) throw refuse('not_found')
  if (approval!.account_id) await port('accounts.requestSeen')(staff, approval!.account_id)
  const body = Buffer.from(unseal(fileId, found.body_enc), 'base64')
  return { name: found.name, type: 'image/jpeg', body, inline: true }
}

export async function bindAttachments(
  tx: Tx,
  { staffId }: Staff,
  fileIds: readonly string[],
  approvalId: string,
): Promise<void> {
  for (const fileId of fileIds)
    if (!(await bindAttachment(tx, staffId, fileId, approvalId))) throw refuse('not_found', { field: 'fileId' })
}
