import { useState } from 'react'
import { listRuns, providers, runRecon } from '#contract/funding/desk/topUps.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import css from '#web/operator/parts/Case.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

type Provider = keyof typeof providers
const shanghaiDay = (): string => new Date(serverNow() + 8 * 3_600_000).toISOString().slice(0, 10)

/** A provider's day read again, now. */
export function RunNow({ onRun }: { onRun: () => void }) {
  const t = useText()
  const [provider, setProvider] = useState<Provider>('WECHAT')
  const [day, setDay] = useState(shanghaiDay)
  const run = useCall(runRecon, {
    quiet: true,
    refreshes: [listRuns],
    onDone: () => {
      toast.ok(t('funding.runAsked'))
      onRun()
    },
  })
  return (
    <form
      className={css.run}
      onSubmit={(event) => {
        event.preventDefault()
        run.mutate({ provider, day })
      }}
    >
      <Field label={t('funding.provider')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={provider}
            onChange={setProvider}
            options={Object.entries(providers).map(([value, text]) => ({
              value: value as Provider,
              label: text[langNow()],
            }))}
          />
        )}
      </Field>
      <Field label={t('funding.day')} problem={run.error?.fields.day}>
        {(wiring) => <Input {...wiring} type="date" max={shanghaiDay()} value={day} onChange={setDay} />}
      </Field>
      <Button type="submit" look="primary" icon="refresh" loading={run.isPending}>
        {t('funding.runNow')}
      </Button>
      <FormError text={run.error?.fields.day ? undefined : run.error?.says} />
    </form>
  )
}
