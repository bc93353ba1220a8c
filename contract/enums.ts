/** Every option list that `enum/list` returns, by type. Each noun's contract file exports its own as `enums`; adding a list is one line here. */
import { enums as audit } from './audit/audit.ts'
import { enums as batches } from './cards/batches.ts'
import { enums as closing } from './identity/closing.ts'
import { enums as cards } from './cards/cards.ts'
import { enums as controls } from './controls/controls.ts'
import { declineRungs } from './trades/declineLadder.ts'
import { enums as coupons } from './coupons/coupons.ts'
import { declineReasons } from './trades/declines.ts'
import { enums as disputes } from './disputes/disputes.ts'
import { enums as exports } from './exports/exports.ts'
import type { Words } from './core/fields.ts'
import { enums as forecasts } from './funding/forecasts.ts'
import { enums as funding } from './funding/funding.ts'
import { enums as grades } from './grades/grades.ts'
import { enums as identity } from './identity/identity.ts'
import { currencies } from './core/money.ts'
import { enums as notices } from './notices/notices.ts'
import { enums as notifications } from './notices/notifications.ts'
import { enums as plans } from './plans/plans.ts'
import { enums as subaccounts } from './subaccounts/subaccounts.ts'
import { enums as referrals } from './referrals/referrals.ts'
import { enums as tags } from './cards/tags.ts'
import { enums as threeD } from './threeD/threeD.ts'
import { enums as verification } from './identity/verification.ts'
import { authStatuses, tradeStatuses, tradeTypes } from './trades/trades.ts'

type Option = Words & { readonly ext?: Readonly<Record<string, unknown>> }
type Options = Readonly<Record<string, Option>>

const currency = Object.fromEntries(
  Object.entries(currencies).map(([code, { cn, en, symbol, digits }]) => [code, { cn, en, ext: { symbol, digits } }]),
)
const refuseReason = Object.fromEntries(
  Object.entries(declineReasons).map(([reason, { words, advice, iso, counted }]) => [
    reason,
    { ...words, ext: { advice, iso, counted } },
  ]),
)

export const enums: Readonly<Record<string, Options>> = {
  ...audit,
  ...identity,
  ...coupons,
  ...verification,
  ...closing,
  ...plans,
  ...funding,
  ...forecasts,
  ...cards,
  ...controls,
  ...tags,
  ...subaccounts,
  ...batches,
  ...notices,
  ...notifications,
  ...threeD,
  ...referrals,
  rangeGrade: Object.fromEntries(Object.entries(grades.rangeGrade).map(([grade, { cn, en }]) => [grade, { cn, en }])),
  ...disputes,
  ...exports,
  authStatus: authStatuses,
  tradeType: tradeTypes,
  tradeStatus: tradeStatuses,
  refuseReason,
  declineRung: declineRungs,
  currency,
}
