import type * as contract from '#contract/funding/desk/rails.ts'
import { changeStates, type DeskRail } from '#contract/funding/desk/rails.ts'
import { rails, type Rail } from '#contract/funding/funding.ts'
import { imageWords } from '#contract/core/images.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { cleanImage } from '#server/files/files.ts'
import { newId } from '#server/core/ids.ts'
import { approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { changesPage, insertPicture, pictureOf, plannedOf } from './queries.ts'
import { flatOf, linesOf } from './flatRail.ts'
import { isOffered } from '#server/funding/rails/rails.ts'

export const listRails: Answer<typeof contract.listRails> = async ({ from: { lang } }) => {
  const planned = await plannedOf(db)
  const list = await Promise.all(
    (Object.keys(rails) as Rail[]).filter(isOffered).map(async (rail): Promise<DeskRail> => {
      const { enabled, updatedAt, ...flat } = await flatOf(db, rail)
      return {
        ...(flat as Omit<DeskRail, 'enabled'>),
        rail,
        railText: rails[rail][lang],
        enabled: enabled === 'on',
        updateTime: updatedAt.getTime(),
        approvalId: await approvalWaitingFor('rail.change', rail),
        planned: planned.find((one) => one.rail === rail)?.n ?? 0,
      }
    }),
  )
  return { list }
}

const PAGE = 20
export const railHistory: Answer<typeof contract.railHistory> = async ({ from: { lang } }, { rail, cursor }) => {
  if (cursor !== undefined && !/^rch_\w{26}$/.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const found = await changesPage(db, rail, cursor, PAGE + 1)
  const rows = found.slice(0, PAGE)
  const names = await staffNames(
    db,
    rows.flatMap(({ makerId, checkerId }) => [makerId, ...(checkerId ? [checkerId] : [])]),
  )
  return {
    data: rows.map(
      ({ changeId, state, version, before, after, reason, makerId, checkerId, effectiveAt, createdAt }) => ({
        changeId,
        state,
        stateText: changeStates[state][lang],
        version,
        lines: linesOf(before, after).map((line) => ({ ...line, label: line.label[lang] })),
        reason,
        maker: names.get(makerId) ?? makerId,
        checker: checkerId && (names.get(checkerId) ?? checkerId),
        effectiveTime: effectiveAt.getTime(),
        createTime: createdAt.getTime(),
      }),
    ),
    cursor: found.length > rows.length ? rows.at(-1)!.changeId : null,
  }
}

/** Re-encoded, so that only pixels are stored. It is shown only once a change of the rail names it. */
export const uploadRailPicture: Answer<typeof contract.uploadRailPicture> = async (staff, { file }) => {
  const body = await cleanImage(file.bytes)
  if (!body) throw refuse('invalid', { field: 'file', msg: imageWords.kind[staff.from.lang] })
  const fileId = newId('rpc')
  await insertPicture(db, { fileId, body, staffId: staff.staffId })
  return { fileId }
}

export const railPicture: Answer<typeof contract.railPicture> = async (_staff, { fileId }) => {
  const found = await pictureOf(db, fileId)
  if (!found) throw refuse('not_found')
  return { name: 'bank-limits.jpg', type: 'image/jpeg', body: found.body, inline: true }
}
