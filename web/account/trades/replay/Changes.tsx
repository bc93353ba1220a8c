import type { Output } from '#contract/core/call.ts'
import { controlScopes, limitWindows, type StoppedBy } from '#contract/controls/stoppedBy.ts'
import { parse } from '#contract/core/money.ts'
import { controlLineNames } from '#contract/trades/replays.ts'
import type { wouldPass } from '#contract/trades/wouldPass.ts'
import { countryName } from '#web/account/countries.ts'
import { langNow } from '#web/text.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput, Switch } from '#web/ui/forms/Input.tsx'
import { merchantKind } from '../merchantKinds.ts'
import { allowedBy, type Draft } from './drafts.ts'
import { useText } from './text.ts'

type Charge = Output<typeof wouldPass>['charge']

const problemOf = (t: ReturnType<typeof useText>, typed: string): string | undefined =>
  typed.trim() !== '' && parse(typed) === undefined ? t('replay.whatIf.amount') : undefined

export function LoadChange({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText()
  return (
    <Field label={t('replay.whatIf.load')} problem={problemOf(t, value)}>
      {(wiring) => <MoneyInput {...wiring} value={value} onChange={onChange} placeholder="0.00" />}
    </Field>
  )
}

export function UnfreezeChange({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useText()
  return (
    <Switch checked={on} onChange={onChange}>
      {t('replay.whatIf.unfreeze')}
    </Switch>
  )
}

/** A limit is raised, a list allows the purchase, and any other line goes. */
export function ControlChange({
  draft,
  charge,
  onChange,
}: {
  draft: Draft
  charge: Charge
  onChange: (draft: Draft) => void
}) {
  const t = useText()
  const { why, amount, on } = draft
  const what = nameOf(why)
  if (amount !== undefined)
    return (
      <Field label={t('replay.whatIf.raise', { what })} problem={problemOf(t, amount)}>
        {(wiring) => (
          <MoneyInput {...wiring} value={amount} onChange={(typed) => onChange({ ...draft, amount: typed })} />
        )}
      </Field>
    )
  const allow = allowedBy(why, charge)
  return (
    <Switch checked={on} onChange={(next) => onChange({ ...draft, on: next })}>
      {allow === undefined
        ? t('replay.whatIf.remove', { what })
        : t('replay.whatIf.allow', { what, value: valueOf(why, allow, charge) })}
    </Switch>
  )
}

function valueOf({ line }: StoppedBy, allow: string, { brandName }: Charge): string {
  if (line === 'countries') return countryName(allow)
  if (line === 'kinds') return merchantKind(allow) ?? `MCC ${allow}`
  return line === 'brands' ? (brandName ?? allow) : allow
}

const nameOf = ({ scope, line, name, window }: StoppedBy): string => {
  const lang = langNow()
  const own = name ?? (window && limitWindows[window][lang])
  return [scope !== 'CARD' && controlScopes[scope][lang], controlLineNames[line][lang], own].filter(Boolean).join(' · ')
}
