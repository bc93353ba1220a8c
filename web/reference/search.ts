/** What a search finds: calls by their words, path and name; guides; errors by code, name and meaning. */
import type { Index, RefusalRow } from './described.ts'
import { guideIds } from './guides/guides.ts'
import { addressOf } from './route.ts'
import { inLang, t } from './text.ts'

export type Found = { href: string; title: string; note: string }
type Source = { index: Index; refusals: readonly RefusalRow[] }

const MOST = 40

export function search(query: string, { index, refusals }: Source): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found: { rank: number; shown: Found }[] = []
  /** Every word is somewhere; what is in the title comes first. */
  const offer = (shown: Found, title: string, more: string): void => {
    const [first, all] = [title.toLowerCase(), `${title} ${more}`.toLowerCase()]
    if (!words.every((word) => all.includes(word))) return
    const rank = words.every((word) => first.includes(word)) ? (first.startsWith(words[0]!) ? 0 : 1) : 2
    found.push({ rank, shown })
  }
  for (const id of guideIds)
    offer(
      { href: addressOf.guide(id), title: t(`guides.${id}.title`), note: t('reference.guides') },
      t(`guides.${id}.title`),
      id,
    )
  for (const group of index.groups)
    for (const call of group.calls)
      offer(
        { href: addressOf.call(call.name), title: inLang(call), note: `${inLang(group)} · ${call.path}` },
        `${call.cn} ${call.en}`,
        `${call.name} ${call.path} ${group.cn} ${group.en}`,
      )
  for (const row of refusals)
    offer(
      { href: addressOf.error(row.name), title: `${row.code} ${row.name}`, note: inLang(row) },
      `${row.code} ${row.name}`,
      `${row.cn} ${row.en}`,
    )
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ shown }) => shown)
}
