import { useState, useRef } from 'react'
import {
  changeRail,
  listRails,
  railFieldNames,
  railHistory,
  takesTwo,
  type DeskRail,
  type RailPatch,
  railPicture,
  uploadRailPicture,
} from '#contract/funding/desk/rails.ts'
import { parse, plain } from '#contract/core/money.ts'
import { CallForm, FormError } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

const amounts = ['min', 'maxCn', 'maxEn', 'feeFixed'] as const
const seconds = ['quoteForS', 'validForS'] as const
const words = ['arrivalCn', 'arrivalEn', 'notesCn', 'notesEn'] as const
const bare = (cents: number | null): string => (cents === null ? '' : plain(cents).replaceAll(',', ''))

/** Prefilled with the current values; only changes are sent. */
export function RailForm({ rail }: { rail: DeskRail }) {
  const t = useText()
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
    onDone: ({ done }) => toast.ok(t(`funding.done.${done}`)),
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
    ? t('funding.amountWrong')
    : Object.keys(patch).length === 0
      ? t('funding.nothingChanged')
      : (typed.reason ?? '').trim().length < 2
        ? t('funding.reasonFirst')
        : undefined
  const line = (name: string, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      problem={wrong.includes(name) ? t('funding.amountWrong') : change.error?.fields[name]}
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
      form={{ loading: change.isPending, submitError: change.error?.says }}
      submit={t('funding.save')}
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
        <legend>{t('funding.money')}</legend>
        <Checkbox checked={enabled} onChange={setEnabled}>
          {t('funding.on')}
        </Checkbox>
        <div className={css.two}>
          {line('maxCn', t('funding.maxCn', { unit }), t('funding.maxHint'))}
          {line('maxEn', t('funding.maxEn', { unit }))}
          {line('min', t('funding.minField', { unit }))}
          {line('feeBps', t('funding.feeField'))}
          {line('feeFixed', t('funding.feeFixed', { unit }))}
          {line('quoteForS', railFieldNames.quoteForS[langNow()])}
          {line('validForS', railFieldNames.validForS[langNow()])}
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('funding.wordsTitle')}</legend>
        <div className={css.two}>
          {line('arrivalCn', t('funding.arrivalCn'))}
          {line('arrivalEn', t('funding.arrivalEn'))}
          {area('notesCn', t('funding.notesCn'), t('funding.notesHint'))}
          {area('notesEn', t('funding.notesEn'))}
        </div>
        {rail.rail === 'UNIONPAY' && (
          <RailPicture fileId={typed.limitFileId ?? ''} isUp={rail.limitFileId} onChange={set('limitFileId')} />
        )}
      </fieldset>
      <Field label={t('funding.when')}>
        {(wiring) => <Input {...wiring} type="datetime-local" value={typed.when ?? ''} onChange={set('when')} />}
      </Field>
      {area('reason', t('funding.reason'))}
      {Object.keys(patch).length > 0 && (
        <p className={css.note} role="status">
          {t(takesTwo(patch) ? 'funding.takesTwo' : 'funding.takesOne')}
        </p>
      )}
    </CallForm>
  )
}

/** The bank-limit picture: the current one, or the new one once the change is saved. */
function RailPicture({
  fileId,
  isUp,
  onChange,
}: {
  fileId: string
  isUp: string | null
  onChange: (fileId: string) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const upload = useCall(uploadRailPicture, {
    quiet: true,
    onDone: (answer) => {
      onChange(answer.fileId)
      toast.ok(t('funding.uploaded'))
    },
  })
  return (
    <div className={css.detail} role="group" aria-label={t('funding.picture')}>
      <span className={css.between}>
        <span className={css.row}>
          {t('funding.picture')}
          {fileId && fileId !== isUp && <Tag tone="info">{t('funding.notSaved')}</Tag>}
        </span>
        <input
          ref={input}
          className="said"
          type="file"
          accept="image/jpeg,image/png,image/gif,image/bmp"
          aria-label={t('funding.upload')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload.mutate({ file })
          }}
        />
        <Button size="s" icon="topup" guardMs={0} loading={upload.isPending} onClick={() => input.current?.click()}>
          {t('funding.upload')}
        </Button>
      </span>
      <small className={css.quiet}>{t('funding.pictureHint')}</small>
      <FormError text={upload.error?.fields.file ?? upload.error?.says} />
      {fileId ? <Shown key={fileId} fileId={fileId} /> : <p className={css.quiet}>{t('funding.noPicture')}</p>}
    </div>
  )
}

function Shown({ fileId }: { fileId: string }) {
  const t = useText()
  const { src: url, failed } = usePicture(railPicture, { fileId })
  if (failed) return <p className={css.quiet}>{t('funding.missing')}</p>
  return url ? <img className={css.picture} src={url} alt={t('funding.picture')} /> : <Skeleton height={160} />
}
