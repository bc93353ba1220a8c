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
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { fullName } from '../authenticate.ts'
import { attachmentsOf } from './attachmentQueries.ts'
import { approvalById, approvalPage, votesOn, type ApprovalFilter, type ApprovalFound } from './queries.ts'

const COUNT_CAP = 10_000

/** Kinds that this person checks. */
const checkedBy = ({ may }: Staff): ApprovalKind[] =>
  approvalKindNames.filter((kind) => may.has(approvalKinds[kind].check))
/** Kinds that this person may read: those that they make or check, and everything for who reads the audit. */
const readBy = ({ may }: Staff): ApprovalKind[] =>
  approvalKindNames.filter(
    (kind) => may.has('staff:audit.view') || may.has(approvalKinds[kind].make) || may.has(approvalKinds[kind].check),
  )
export const maySee = (staff: Staff, { kind, maker_id }: Pick<ApprovalFound, 'kind' | 'maker_id'>): boolean =>
  maker_id === staff.staffId || readBy(staff).includes(kind)

export const inboxOf = (staff: Staff): ApprovalFilter => ({ kinds: checkedBy(staff), forVoter: staff.staffId })

export const listApprovals: Answer<typeof contract.listApprovals> = async (staff, wish) => {
  const { scope, state, kind } = wish
  const only = (kinds: ApprovalKind[]): ApprovalKind[] => kinds.filter((one) => kind === undefined || one === kind)
  const filter: ApprovalFilter =
    scope === 'inbox'
      ? { ...inboxOf(staff), kinds: only(checkedBy(staff)), state: 'WAITING' }
      : scope === 'mine'
        ? { kinds: only([...approvalKindNames]), madeBy: staff.staffId, state }
        : { kinds: only(readBy(staff)), ...(!kind && { orMadeBy: staff.staffId }), state }
  const { rows, count } = await approvalPage(db, filter, wish, COUNT_CAP)
  return {
    data: rows.map((row) => shown(staff, row)),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: undefined,
  }
}

export const showApproval: Answer<typeof contract.showApproval> = async (staff, { approvalId }) => {
  const found = await approvalById(db, approvalId)
  if (!found || !maySee(staff, found)) throw refuse('not_found')
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

/** Said by the same rules that `decide.ts` refuses by, for the button. */
function mayDecide(staff: Staff, found: ApprovalFound): ApprovalRow['mayDecide'] {
  if (found.state !== 'WAITING' || found.expires_at.getTime() <= nowMs()) return 'decided'
  if (found.maker_id === staff.staffId) return 'own'
  if (!staff.may.has(approvalKinds[found.kind].check)) return 'key'
  return found.voters.includes(staff.staffId) ? 'voted' : 'yes'
}
