import { enums } from '#contract/enums.ts'
import type { Lang } from '#contract/core/fields.ts'
import type * as contract from '#contract/notices/notices.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'

export const enumList: Answer<typeof contract.enumList> = async ({ from }, { type, lang = from.lang }) => {
  const options = Object.hasOwn(enums, type) ? enums[type] : undefined
  if (!options) throw refuse('invalid', { field: 'type' })
  return Object.entries(options).map(([value, option]) => ({
    value,
    label: option[lang],
    ...(option.ext && { ext: inOneLanguage(option.ext, lang) }),
  }))
}

/** Words among the extras are said in the language that was asked for. */
const inOneLanguage = (ext: Readonly<Record<string, unknown>>, lang: Lang): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(ext).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'cn' in value ? (value as Record<Lang, string>)[lang] : value,
    ]),
  )
