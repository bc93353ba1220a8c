import { elements } from '#contract/core/permissions.ts'
import { askKinds, askStatuses } from '#contract/subaccounts/subaccounts.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import { asksPage, countAsks } from './queries.ts'

export const listAsks: Answer<typeof contract.listAsks> = async (actor, input) => {
  const { accountId } = actor
  const { lang } = actor.from
  const subUid = actor.subUid ?? input.subUid
  const [rows, { total }, { open }] = await Promise.all([
    asksPage(db, { accountId, subUid, status: input.status }, input),
    countAsks(db, { accountId, subUid, status: input.status }),
    countAsks(db, { accountId, subUid }),
  ])
  const names = await namesOfSubs(
    db,
    accountId,
    rows.map(({ sub_uid }) => sub_uid),
  )
  return {
    data: rows.map((ask) => ({
      askId: ask.ask_id,
      subUid: ask.sub_uid,
      subNickname: names.get(ask.sub_uid) ?? '',
      kind: ask.kind,
      kindText: askKinds[ask.kind][lang],
      amount: ask.amount_cents,
      key: ask.key,
      keyText: ask.key && elements[ask.key].name[lang],
      note: ask.note,
      status: ask.status,
      statusText: askStatuses[ask.status][lang],
      answer: ask.answer,
      createTime: ask.created_at.getTime(),
      answerTime: ask.answered_at?.getTime() ?? null,
    })),
    total,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: total > input.pageNo * input.pageSize,
    summary: { open },
  }
}
