import { subOptions } from '#contract/subaccounts/subaccounts.ts'
import { routeSet } from '#web/account/menu.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useText } from '../text.ts'
import type { OpeningForm } from './useOpening.ts'

/** Whose the new cards are from the start. Only for a parent with sub-accounts. */
export function SubField({ form }: { form: OpeningForm }) {
  const t = useText()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const subs = useAsk(subOptions, {}, { quiet: true, enabled: withSubs }).data
  if (!withSubs) return null
  return (
    <ComboboxField
      form={form}
      name="subUid"
      label={t('cards.open.forSub')}
      placeholder={t('cards.open.forSelf')}
      hint={form.text('subUid') ? t('cards.open.forSubHint') : undefined}
      options={(subs ?? []).map(({ value, label }) => ({ value, label }))}
    />
  )
}
