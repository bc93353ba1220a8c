import { controlBounds } from '#contract/controls/documents.ts'
import { limitWindows, type LimitWindow } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { limitKey } from '#web/account/trades/stopped.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, MoneyInput, Select } from '#web/ui/forms/Input.tsx'
import { Grid, Row, Stack } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import type { LimitDraft } from './draft.ts'
import { CountedFields } from './CountedFields.tsx'
import type { ProblemOf } from './useDraft.ts'
import { useText } from './text.ts'
import css from './Controls.module.css'

const windows = Object.keys(limitWindows) as LimitWindow[]
const MOST = controlBounds.limit

/** One limit: its period, and the amount or number of purchases in it. */
export function LimitFields({
  no,
  limit,
  problemOf,
  onChange,
  onRemove,
}: {
  no: number
  limit: LimitDraft
  problemOf: ProblemOf
  onChange: (limit: LimitDraft) => void
  onRemove: () => void
}) {
  const t = useText()
  const set = (change: Partial<LimitDraft>) => onChange({ ...limit, ...change })
  const bounds = { hours: [1, MOST.hours], count: [1, MOST.count], warnAt: [MOST.warnFrom, MOST.warnTo] } as const
  const whole = (name: keyof typeof bounds) => ({
    label: t(`controls.form.${name}`),
    problem: problemOf(name, t('controls.wrong.whole', { min: bounds[name][0], max: bounds[name][1] })),
  })
  const number = (name: keyof typeof bounds) => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: limit[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <Stack role="group" aria-label={t('controls.form.limit', { no })} className={css.block} data-line={limitKey(limit)}>
      <Grid min={180}>
        <Field
          label={t('controls.form.amount')}
          problem={problemOf('amount', t('controls.wrong.amount', { min: show(1), max: show(MOST.amount) }))}
        >
          {(wiring) => <MoneyInput {...wiring} value={limit.amount} onChange={(amount) => set({ amount })} />}
        </Field>
        <Field {...whole('count')}>{(wiring) => <Input {...wiring} {...number('count')} />}</Field>
        <Field label={t('controls.form.window')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={limit.window}
              options={windows.map((value) => ({ value, label: limitWindows[value][langNow()] }))}
              onChange={(window) => set({ window })}
            />
          )}
        </Field>
        {limit.window === 'HOURS' && (
          <Field {...whole('hours')}>{(wiring) => <Input {...wiring} {...number('hours')} />}</Field>
        )}
        <Field {...whole('warnAt')} hint={t('controls.form.warnAtHint')}>
          {(wiring) => <Input {...wiring} {...number('warnAt')} />}
        </Field>
        <Field
          label={t('controls.form.name')}
          problem={problemOf('name', t('controls.wrong.name', { max: MOST.name }))}
        >
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              maxLength={MOST.name}
              value={limit.name}
              onChange={(name) => set({ name })}
            />
          )}
        </Field>
      </Grid>
      <CountedFields counted={limit} problemOf={problemOf} onChange={set} />
      <Row between>
        <Checkbox
          checked={limit.refunds === 'RESTORE'}
          onChange={(restored) => set({ refunds: restored ? 'RESTORE' : 'KEEP' })}
        >
          {t('controls.form.refunds')}
        </Checkbox>
        <Button icon="trash" look="quiet" guardMs={0} onClick={onRemove}>
          {t('controls.form.removeLimit', { no })}
        </Button>
      </Row>
    </Stack>
  )
}
