import type * as contract from '#contract/notices/agreements.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { db, transaction } from '#server/core/db.ts'
import { loginSince } from '#server/identity/identity.ts'
import { shownHtml } from './cleanHtml.ts'
import { accept, agreementsInForce, agreementsToAccept as toAccept, type AgreementRow } from './queries.ts'

const shown = (row: AgreementRow, lang: Lang) => ({
  id: row.agreement_id,
  kind: row.kind,
  version: row.version,
  title: lang === 'cn' ? row.title_cn : row.title_en,
  msg: shownHtml(lang === 'cn' ? row.html_cn : row.html_en),
  effectiveTime: row.effective_at.getTime(),
})

export const agreements: Answer<typeof contract.agreements> = async ({ from: { lang } }) =>
  (await agreementsInForce(db)).map((row) => shown(row, lang))

export const agreementsToAccept: Answer<typeof contract.agreementsToAccept> = async (actor) =>
  (await toAccept(db, actor, await loginSince(db, actor))).map((row) => shown(row, actor.from.lang))

export const acceptAgreement: Answer<typeof contract.acceptAgreement> = (actor, { id }) =>
  transaction(async (tx) => {
    if (!(await accept(tx, actor, id, actor.from.ip))) throw refuse('not_found')
    await record(tx, actor, {
      type: 'PROFILE',
      target: actor.name,
      content: { cn: '同意新版协议', en: 'Accepted a new agreement' },
      after: { agreementId: id },
    })
    return { ok: flag(true) }
  })
