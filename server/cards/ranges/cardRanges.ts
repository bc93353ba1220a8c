import type * as contract from '#contract/cards/cards.ts'
import type { CardNetwork } from '#contract/cards/states.ts'
import { flag } from '#contract/core/fields.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { mayEditHolder, termsOfAll, type Terms } from './terms.ts'

/** Returns the segments that the caller may open, at the prices of its plan. */
export const cardRanges: Answer<typeof contract.cardRanges> = async ({ accountId, from: { lang } }, input) => {
  const offered = await termsOfAll(db, accountId)
  const keyword = input.keyword?.toLowerCase()
  return offered
    .filter(({ range }) => !input.network || range.network === input.network)
    .filter(({ range }) => !input.country || range.country === input.country)
    .map((terms) => shown(terms, lang))
    .filter(
      (row) =>
        !keyword ||
        [row.name, row.vid, row.network, row.country, row.desc, ...row.scene].some((text) =>
          text.toLowerCase().includes(keyword),
        ),
    )
}

const nameRules = {
  cn: '仅限英文字母、空格、撇号和连字符，最多 30 个字符',
  en: "English letters, spaces, ' and -, up to 30 characters",
}
const soldOut = { cn: '该卡段已售罄', en: 'This segment is sold out' }

const shown = ({ range, ...terms }: Terms, lang: 'cn' | 'en') => {
  const inStock = range.status === 'ON' && range.stock !== 0
  const available = inStock && !terms.paused
  const traits = traitsOf(range.issuer_id)
  return {
    vid: range.vid,
    name: range.bin,
    network: range.network as CardNetwork,
    country: range.country,
    currency: range.currency,
    openFee: terms.openFee,
    loadFeeBps: terms.loadFeeBps,
    minOpen: range.min_open_cents,
    maxOpen: terms.maxOpen,
    minLoad: range.min_load_cents,
    perLoadMax: terms.perLoadMax,
    maxBalance: range.max_balance_cents,
    crossBorderBps: terms.crossBorderBps,
    monthFee: terms.monthFee,
    declineFee: terms.declineFee,
    freeDeclines: terms.freeDeclines,
    threeDs: flag(range.three_ds),
    threeDsBy: range.three_ds ? traits.threeDs : ('NONE' as const),
    partialApproval: flag(traits.partialApproval),
    avs: flag(range.avs !== 'OFF'),
    editAddress: flag(mayEditHolder(range)),
    holderMode: range.holder_mode as 'FREE' | 'VERIFIED',
    nameRule: nameRules[lang],
    billingCountry: range.billing_country,
    stock: range.stock,
    tags: range.tags,
    scene: { cn: range.scene_cn, en: range.scene_en }[lang],
    desc: { cn: range.desc_cn, en: range.desc_en }[lang],
    newCardMinTopupAmount: { amount: range.min_open_cents, unit: range.currency },
    available: flag(available),
    ...(!available && { reason: (inStock ? refusals.range_paused : soldOut)[lang] }),
  }
}
