import { useState } from 'react'
import {
  changeRail,
  listRails,
  railFieldNames,
  railHistory,
  takesTwo,
  type DeskRail,
  type RailPatch,
} from '#contract/funding/desk/rails.ts'
import { parse, plain } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { langNow } from '#web/text/i18n.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useSay } from '#web/operator/say.ts'
import css from '#web/operator/parts/Case.module.css'
import { RailPicture } from './RailPicture.tsx'

const amounts = ['min', 'maxCn', 'maxEn', 'feeFixed'] as const
const seconds = ['quoteForS', 'validForS'] as const
const words = ['arrivalCn', 'arrivalEn', 'notesCn', 'notesEn'] as const
const bare = (cents: number | null): string => (cents === null ? '' : plain(cents).replaceAll(',', ''))

/** Typed as it stands; what is sent is only what differs. */
export function RailForm({ rail }: { rail: DeskRail }) {
  const { t } = useSay()
  const [enabled, setEnabled] = useState(rail.enabled)
  const [typed, setTyped] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(amounts.map((name) => [name, bare(rail[name])])),
    ...Object.fromEntries(words.map((name) => [name, rail[name]])),
    ...Object.fromEntries(seconds.map((name) => [name, String(rail[name])])),
    feeBps: plain(rail.feeBps),
    reason: '',
    when: '',
    limitFileId: rail.limitFileId ?? '',
  }))
  const set = (name: string) => (value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const change = useCall(changeRail, {
    quiet: true,
    refreshes: [listRails, railHistory],
    onDone: ({ done }) => toast.ok(t(`moneyDesk.done.${done}`)),
  })
  const cents = (name: string) =>
    typed[name] === '' && name.startsWith('max') ? 0 : (parse(typed[name] ?? '') ?? Number.NaN)
  const whole = (name: string) => (/^\d{1,8}$/.test(typed[name] ?? '') ? Number(typed[name]) : Number.NaN)
  const wrong = [
    ...[...amounts, 'feeBps'].filter((name) => Number.isNaN(cents(name))),
    ...seconds.filter((name) => Number.isNaN(whole(name))),
  ]
  const patch: RailPatch = {
    ...(enabled !== rail.enabled && { enabled: enabled ? ('on' as const) : ('off' as const) }),
    ...Object.fromEntries(amounts.flatMap((name) => (cents(name) === (rail[name] ?? 0) ? [] : [[name, cents(name)]]))),
    ...Object.fromEntries(seconds.flatMap((name) => (whole(name) === rail[name] ? [] : [[name, whole(name)]]))),
    ...(cents('feeBps') !== rail.feeBps && { feeBps: cents('feeBps') }),
    ...Object.fromEntries(words.flatMap((name) => (typed[name] === rail[name] ? [] : [[name, typed[name]]]))),
    ...(typed.limitFileId && typed.limitFileId !== rail.limitFileId && { limitFileId: typed.limitFileId }),
  }
  const off = wrong.length
    ? t('moneyDesk.amountWrong')
    : Object.keys(patch).length === 0
      ? t('moneyDesk.nothingChanged')
      : (typed.reason ?? '').trim().length < 2
        ? t('moneyDesk.reasonFirst')
        : undefined
  const line = (name: string, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      problem={wrong.includes(name) ? t('moneyDesk.amountWrong') : change.error?.fields[name]}
    >
      {(wiring) => <Input {...wiring} value={typed[name] ?? ''} onChange={set(name)} />}
    </Field>
  )
  const area = (name: 'notesCn' | 'notesEn' | 'reason', label: string, hint?: string) => (
    <Field label={label} hint={hint} problem={change.error?.fields[name]} required={name === 'reason'}>
      {(wiring) => (
        <TextArea {...wiring} rows={name === 'reason' ? 2 : 4} value={typed[name] ?? ''} onChange={set(name)} />
      )}
    </Field>
  )
  const unit = rail.payUnit
  return (
    <CallForm
      loading={change.isPending}
      submitError={change.error?.says}
      submit={t('moneyDesk.save')}
      submitOff={off}
      onSubmit={() =>
        change.mutate({
          rail: rail.rail,
          version: rail.version,
          ...patch,
          reason: typed.reason ?? '',
          ...(typed.when && { effectiveTime: new Date(typed.when).getTime() }),
        })
      }
    >
      <fieldset className={css.group}>
        <legend>{t('moneyDesk.money')}</legend>
        <Checkbox checked={enabled} onChange={setEnabled}>
          {t('moneyDesk.on')}
        </Checkbox>
        <div className={css.two}>
          {line('maxCn', t('moneyDesk.maxCn', { unit }), t('moneyDesk.maxHint'))}
          {line('maxEn', t('moneyDesk.maxEn', { unit }))}
          {line('min', t('moneyDesk.minField', { unit }))}
          {line('feeBps', t('moneyDesk.feeField'))}
          {line('feeFixed', t('moneyDesk.feeFixed', { unit }))}
          {line('quoteForS', railFieldNames.quoteForS[langNow()])}
          {line('validForS', railFieldNames.validForS[langNow()])}
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('moneyDesk.wordsTitle')}</legend>
        <div className={css.two}>
          {line('arrivalCn', t('moneyDesk.arrivalCn'))}
          {line('arrivalEn', t('moneyDesk.arrivalEn'))}
          {area('notesCn', t('moneyDesk.notesCn'), t('moneyDesk.notesHint'))}
          {area('notesEn', t('moneyDesk.notesEn'))}
        </div>
        {rail.rail === 'UNIONPAY' && (
          <RailPicture fileId={typed.limitFileId ?? ''} isUp={rail.limitFileId} onChange={set('limitFileId')} />
        )}
      </fieldset>
      <Field label={t('moneyDesk.when')}>
        {(wiring) => <Input {...wiring} type="datetime-local" value={typed.when ?? ''} onChange={set('when')} />}
      </Field>
      {area('reason', t('moneyDesk.reason'))}
      {Object.keys(patch).length > 0 && (
        <p className={css.note} role="status">
          {t(takesTwo(patch) ? 'moneyDesk.takesTwo' : 'moneyDesk.takesOne')}
        </p>
      )}
    </CallForm>
  )
}
