import type { Lang, Words } from '#contract/core/fields.ts'
import { FEES_KEY } from '#contract/trades/spend.ts'
import { brandsNow, knownBrandName } from '#server/brands/brands.ts'

const fees: Words = { cn: '卡片费用', en: 'Card fees' }

/** Names merchants by the keys of their rows. */
export async function merchantNamer(lang: Lang): Promise<(key: string) => string> {
  await brandsNow()
  return (key) => {
    if (key === FEES_KEY) return fees[lang]
    return key.startsWith('name:') ? key.slice('name:'.length) : (knownBrandName(key) ?? key)
  }
}
