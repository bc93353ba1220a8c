import { batchRowStates, reasonOfRow, type BatchRowState } from '#contract/cards/batchStates.ts'
import { importFields, resultColumns } from '#contract/cards/imports.ts'
import type * as contract from '#contract/cards/imports.ts'
import type { Lang } from '#contract/core/fields.ts'
import { parse } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { workbook, xlsx } from '#server/files/files.ts'
import { cardColumns } from './importTemplate.ts'
import { importOf, outcomesOf, type RowOutcome } from './queries.ts'

const RED = 'FFC0362C'
const amountAt = importFields.indexOf('rechargeAmount')

/**
 * Returns the file as uploaded, with a result beside every row. It can be fixed and uploaded again: rows with a card serial are then skipped (readLines.ts).
 */
export const importResult: Answer<typeof contract.importResult> = async (
  actor,
  { batchNo, lang = actor.from.lang },
) => {
  const imported = await importOf(db, actor.accountId, batchNo, actor.subUid)
  if (!imported) throw refuse('not_found')
  const outcomes = new Map((await outcomesOf(db, actor.accountId, imported.batch_no)).map((one) => [one.row_no, one]))
  const titles = Object.values(resultColumns).map((words) => ({ title: words[lang], width: 16 }))
  const body = await workbook([
    {
      name: { cn: '开卡结果', en: 'Results' }[lang],
      columns: [...cardColumns(lang), ...titles],
      rows: imported.lines.map(({ row, cells }) => [
        ...importFields.map((_, at) => (at === amountAt ? amountOf(cells[at]!) : (cells[at] ?? ''))),
        ...told(outcomes.get(row), lang),
      ]),
      marks: new Map(
        imported.lines.flatMap(({ row }, at) => (outcomes.get(row)?.status === 'FAILED' ? [[at, RED] as const] : [])),
      ),
    },
  ])
  const name = imported.file_name.replace(/\.xlsx$/i, '').replace(/[\\/:*?"<>|]/g, '_') || 'cards'
  return { name: `${name}-${{ cn: '结果', en: 'results' }[lang]}.xlsx`, type: xlsx, body }
}

const amountOf = (typed: string): string | number => {
  const cents = parse(typed)
  return cents === undefined ? typed : cents / 100
}

/** Queued, working, done or failed; the serial only of a card that exists or is being made. */
function told(outcome: RowOutcome | undefined, lang: Lang): string[] {
  if (!outcome) return ['', '', '']
  const { status, error, card_seq_no: serial } = outcome
  const state = stateOf(status, error)
  return [
    batchRowStates[state][lang],
    status === 'FAILED' ? '' : serial,
    status === 'FAILED' ? reasonOfRow(error, lang) : '',
  ]
}

const stateOf = (status: string, error: string | null): BatchRowState =>
  status === 'HELD' ? 'QUEUED' : error === 'CANCELLED' ? 'CANCELLED' : (status as BatchRowState)
