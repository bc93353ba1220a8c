/** Records that age: their months are made ahead, archived where `retention` asks for it, and dropped when their time is over. */
import { agingRecords } from '#contract/retention/retention.ts'
import type * as contract from '#contract/retention/retention.ts'
import type { Answer } from '../core/answer.ts'
import { db, transaction, withoutTimeout } from '../core/db.ts'
import { recordDesk } from '../staff/staff.ts'
import { agingStates, dropMonth, dueMonths, isWaiting, makeMonths, type DueMonth } from './queries.ts'
import type { ArchiveStore } from './archiveStore.ts'
import { writeArchive } from './writeArchive.ts'

export { archivesOf } from './archiveStore.ts'

let archives: ArchiveStore | undefined
/** Where archives are kept. Without a place, what has to be archived stays. */
export const useArchive = (store: ArchiveStore | undefined): void => void (archives = store)

/** Makes the coming months and drops those whose time is over. A month that cannot be dropped now stops no other; it is tried again. */
export async function ageRecords(): Promise<void> {
  // A month of a table that is spread over nodes is a table in every shard. It locks the table that it is a part of.
  await withoutTimeout(makeMonths, { weight: 'calls' })
  const failures: unknown[] = []
  for (const month of await dueMonths(db)) await ageMonth(month).catch((error: unknown) => failures.push(error))
  if (failures.length) throw new AggregateError(failures, `${failures.length} months could not be dropped`)
}

async function ageMonth(month: DueMonth): Promise<void> {
  if (await isWaiting(db, month)) return
  if (month.archived && archives === undefined) return
  const archive = month.archived ? await writeArchive(archives!, month) : undefined
  await transaction(async (tx) => {
    await dropMonth(tx, month, archive)
    await recordDesk(tx, {
      action: 'HEALTH',
      target: `${month.table_name} ${month.month}`,
      content: archive
        ? { cn: '归档并删除过期月份', en: 'Archived and dropped an expired month' }
        : { cn: '删除过期月份', en: 'Dropped an expired month' },
      after: archive,
    })
  })
}

export const retentionState: Answer<typeof contract.retentionState> = async ({ from: { lang } }) => ({
  list: (await agingStates(db)).map((row) => ({
    table: row.table_name,
    name: agingRecords[row.table_name as keyof typeof agingRecords][lang],
    keepDays: row.keep_days,
    archived: row.archived,
    bytes: row.bytes,
    oldestTime: row.oldest?.getTime() ?? null,
    dueTime: row.due?.getTime() ?? null,
    dropped: row.dropped,
    droppedTime: row.dropped_at?.getTime() ?? null,
  })),
})
