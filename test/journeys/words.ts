/** The console's own texts, so that a journey is written once and run in both languages. */
import type { Lang } from '#contract/core/fields.ts'
import type * as acting from '#web/account/cards/actions/text.cn.ts'
import type * as batches from '#web/account/cards/batches/text.cn.ts'
import type * as controls from '#web/account/cards/controls/form/text.cn.ts'
import type * as recurring from '#web/account/cards/drawer/text.cn.ts'
import type * as groups from '#web/account/cards/groups/text.cn.ts'
import type * as imports from '#web/account/cards/imports/text.cn.ts'
import type * as cardPage from '#web/account/cards/page/text.cn.ts'
import type * as replacing from '#web/account/cards/replacing/text.cn.ts'
import type * as tags from '#web/account/cards/tags/text.cn.ts'
import type * as templates from '#web/account/cards/templates/text.cn.ts'
import type * as cards from '#web/account/cards/text.cn.ts'
import type * as undoing from '#web/account/cards/undoing/text.cn.ts'
import type * as disputes from '#web/account/disputes/text.cn.ts'
import type * as exports from '#web/account/exports/text.cn.ts'
import type * as forecasts from '#web/account/funding/forecasts/text.cn.ts'
import type * as funding from '#web/account/funding/text.cn.ts'
import type * as grades from '#web/account/grades/text.cn.ts'
import type * as signIn from '#web/account/identity/signIn/text.cn.ts'
import type * as identity from '#web/account/identity/text.cn.ts'
import type * as verification from '#web/account/identity/verification/text.cn.ts'
import type * as guide from '#web/account/layout/guide/text.cn.ts'
import type * as palette from '#web/account/layout/palette/text.cn.ts'
import type * as layout from '#web/account/layout/text.cn.ts'
import type * as inbox from '#web/account/notices/mine/text.cn.ts'
import type * as notices from '#web/account/notices/text.cn.ts'
import type * as start from '#web/account/overview/start/text.cn.ts'
import type * as overview from '#web/account/overview/text.cn.ts'
import type * as plans from '#web/account/plans/text.cn.ts'
import type * as referrals from '#web/account/referrals/text.cn.ts'
import type * as roles from '#web/account/roles/text.cn.ts'
import type * as handing from '#web/account/subaccounts/handing/text.cn.ts'
import type * as subaccounts from '#web/account/subaccounts/text.cn.ts'
import type * as threeD from '#web/account/threeD/text.cn.ts'
import type * as analysis from '#web/account/trades/analysis/text.cn.ts'
import type * as replay from '#web/account/trades/replay/text.cn.ts'
import type * as moneyFlow from '#web/account/trades/moneyFlow/text.cn.ts'
import type * as trades from '#web/account/trades/text.cn.ts'
import type * as views from '#web/account/views/text.cn.ts'
import type * as passkey from '#web/parts/passkeys/text.cn.ts'
import type * as forAll from '#web/text.cn.ts'
import { leaves, phrase, type Keys, type Values } from '#web/phrases.ts'
import { textsOf } from '../rules/consoleTexts.ts'

export type Key =
  | Keys<typeof forAll>
  | Keys<typeof passkey>
  | Keys<typeof acting>
  | Keys<typeof recurring>
  | Keys<typeof batches>
  | Keys<typeof cardPage>
  | Keys<typeof analysis>
  | Keys<typeof replay>
  | Keys<typeof moneyFlow>
  | Keys<typeof controls>
  | Keys<typeof groups>
  | Keys<typeof imports>
  | Keys<typeof replacing>
  | Keys<typeof tags>
  | Keys<typeof templates>
  | Keys<typeof cards>
  | Keys<typeof undoing>
  | Keys<typeof handing>
  | Keys<typeof disputes>
  | Keys<typeof exports>
  | Keys<typeof forecasts>
  | Keys<typeof funding>
  | Keys<typeof grades>
  | Keys<typeof signIn>
  | Keys<typeof identity>
  | Keys<typeof verification>
  | Keys<typeof guide>
  | Keys<typeof palette>
  | Keys<typeof layout>
  | Keys<typeof inbox>
  | Keys<typeof notices>
  | Keys<typeof overview>
  | Keys<typeof start>
  | Keys<typeof plans>
  | Keys<typeof referrals>
  | Keys<typeof roles>
  | Keys<typeof subaccounts>
  | Keys<typeof threeD>
  | Keys<typeof trades>
  | Keys<typeof views>
export type Say = (key: Key, values?: Values) => string

const texts = {
  cn: new Map(leaves(await textsOf('account', 'cn'))),
  en: new Map(leaves(await textsOf('account', 'en'))),
} satisfies Record<Lang, Map<string, string>>

export const langs: readonly Lang[] = ['cn', 'en']

/** The page's texts in this language. */
export const sayIn =
  (lang: Lang): Say =>
  (key, values) =>
    phrase(texts[lang], key, values)
