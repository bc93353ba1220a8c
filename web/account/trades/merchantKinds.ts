import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import { langNow } from '#web/text.ts'

/** `undefined` for a code without a text: the code itself is shown. */
export const merchantKind = (mcc: string): string | undefined => kindOfMerchant(mcc)?.[langNow()]
