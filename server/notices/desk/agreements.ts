import * as z from 'zod'
import { agreementKinds } from '#contract/notices/agreements.ts'
import type * as contract from '#contract/notices/agreements.ts'
import type { AgreementState } from '#contract/notices/agreements.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { approvable, recordStaff, waitingByLane } from '#server/staff/staff.ts'
import { htmlOfField, wordsOfHtml } from '../content/cleanHtml.ts'
import {
  agreementPage,
  insertAgreement,
  lockAgreement,
  setInForce,
  updateAgreement,
  type AgreementRow,
} from '../content/queries.ts'

const stateOf = ({ status, effective_at }: AgreementRow, inForce: boolean): AgreementState =>
  status === 'DRAFT' ? 'DRAFT' : effective_at > now() ? 'SCHEDULED' : inForce ? 'IN_FORCE' : 'REPLACED'

export const listDeskAgreements: Answer<typeof contract.listDeskAgreements> = async (_, input) => {
  const [{ rows, count }, pending] = await Promise.all([
    agreementPage(db, input),
    waitingByLane(db, 'content.agreement'),
  ])
  return {
    data: rows.map((row) => ({
      id: row.agreement_id,
      kind: row.kind,
      version: row.version,
      titleCn: row.title_cn,
      titleEn: row.title_en,
      htmlCn: row.html_cn,
      htmlEn: row.html_en,
      mustAccept: flag(row.must_accept),
      effectiveTime: row.effective_at.getTime(),
      state: stateOf(row, row.in_force),
      acceptCount: row.accepts,
      madeBy: row.made_by,
      pendingApprovalId: pending.get(row.agreement_id) ?? null,
      createTime: row.created_at.getTime(),
    })),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

export const saveAgreement: Answer<typeof contract.saveAgreement> = async (staff, input, tx) => {
  const { lang } = staff.from
  const [cn, en] = [htmlOfField('htmlCn', input.htmlCn, lang), htmlOfField('htmlEn', input.htmlEn, lang)]
  const draft = {
    title_cn: input.titleCn,
    title_en: input.titleEn,
    html_cn: cn.html,
    html_en: en.html,
    must_accept: input.mustAccept,
    effective_at: input.effectiveTime === undefined ? now() : new Date(input.effectiveTime),
    made_by: staff.name,
  }
  const before = input.id === undefined ? undefined : await changeable(tx, input.id)
  if (before && before.kind !== input.kind) throw refuse('conflict')
  const agreementId = before?.agreement_id ?? newId('agr')
  const version = before?.version ?? (await insertAgreement(tx, agreementId, input.kind, draft))
  if (before) await updateAgreement(tx, agreementId, draft)
  const { cn: kindCn, en: kindEn } = agreementKinds[input.kind]
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: `${input.kind} v${version}`,
    content: { cn: `保存${kindCn}草稿`, en: `Saved a draft: ${kindEn}` },
    after: { agreementId, ...draft },
  })
  return { id: agreementId, version, dropped: [...new Set([...cn.dropped, ...en.dropped])] }
}

async function changeable(tx: Tx, agreementId: string): Promise<AgreementRow> {
  const found = await lockAgreement(tx, agreementId)
  if (!found) throw refuse('not_found')
  const waits = (await waitingByLane(tx, 'content.agreement')).has(agreementId)
  if (found.status !== 'DRAFT' || waits) throw refuse('conflict')
  return found
}

export const agreementApproval = approvable('content.agreement', {
  payload: z.object({ agreementId: z.string(), cn: z.string(), en: z.string() }),
  shows: async (tx, { agreementId, cn, en }) => {
    const row = await changeable(tx, agreementId)
    const must = row.must_accept
    return {
      target: `${row.kind} v${row.version}`,
      onlyOne: agreementId,
      lines: [
        { label: { cn: '标题', en: 'Title' }, before: null, after: { cn: row.title_cn, en: row.title_en } },
        {
          label: { cn: '用户须重新同意', en: 'Everyone accepts again' },
          before: null,
          after: { cn: must ? '是' : '否', en: must ? 'Yes' : 'No' },
        },
        { label: { cn: '正文', en: 'Text' }, before: null, after: { cn: wordsOfHtml(cn), en: wordsOfHtml(en) } },
      ],
    }
  },
  apply: async (tx, { agreementId, cn, en }, { checker, maker, reason }) => {
    const row = await lockAgreement(tx, agreementId)
    if (!row) throw refuse('not_found')
    if (row.html_cn !== cn || row.html_en !== en || !(await setInForce(tx, agreementId)))
      throw refuse('approval_changed')
    await recordStaff(tx, checker, {
      action: 'CONTENT',
      target: `${row.kind} v${row.version}`,
      reason,
      content: {
        cn: `发布${agreementKinds[row.kind].cn}第 ${row.version} 版，经办 ${maker.name}`,
        en: `Published version ${row.version} of ${agreementKinds[row.kind].en}, requested by ${maker.name}`,
      },
    })
  },
})

export const publishAgreement: Answer<typeof contract.publishAgreement> = async (staff, { id, reason }, tx) => {
  const { html_cn: cn, html_en: en } = await changeable(tx, id)
  return { approvalId: await agreementApproval.propose(tx, staff, { agreementId: id, cn, en }, reason) }
}
