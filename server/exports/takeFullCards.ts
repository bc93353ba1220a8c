import type { FileAnswer } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { record } from '../audit/audit.ts'
import { transaction } from '../core/db.ts'
import { types } from './download.ts'
import { takeFile } from './queries.ts'

/** The link works once, for ten minutes, and only for the login that made it: the file is gone when its answer begins. */
export async function takeFullCards(actor: Actor, link: string | undefined): Promise<FileAnswer> {
  if (!actor.may.has('card:exportFull')) throw refuse('not_permitted')
  const found = await transaction(async (tx) => {
    const file = link ? await takeFile(tx, actor, link) : undefined
    if (!file) throw refuse('step_up', { methods: ['SMS'] })
    await record(tx, actor, {
      type: 'EXPORT',
      target: '完整卡号 Full card numbers',
      content: { cn: `下载 ${file.cards} 张卡的完整卡号`, en: `Downloaded full card numbers, cards: ${file.cards}` },
      after: { rows: file.cards, format: 'xlsx', full: true },
    })
    return file
  })
  return { name: found.name, type: types.xlsx, body: found.file, rows: found.cards }
}
