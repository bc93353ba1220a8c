import type { Bound } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MobileField } from './MobileField.tsx'
import { SmsCode } from './SmsCode.tsx'
import { useWork } from '../captcha/useWork.ts'
import { useText } from './text.ts'

type Target = { area: string; mobile: string; ticket: string }

/** Whose it is shows the code that is sent to it. What the message costs is worked out beside it. */
export function MobileAndCode({
  scene,
  mobile,
  area,
  onArea,
  code,
  send,
  onRefused,
}: {
  scene: Parameters<typeof useWork>[0]
  mobile: Bound
  area: string
  onArea: (area: string) => void
  code: Bound
  send: (target: Target) => Promise<{ nextTime: number }>
  /** Why none is sent to this mobile. */
  onRefused: (text: string) => void
}) {
  const t = useText()
  const work = useWork(scene, { area, mobile: mobile.value })
  return (
    <>
      <MobileField label={t('signIn.mobile')} mobile={mobile} area={area} onArea={onArea} autoFocus />
      <Field
        label={t('signIn.code')}
        problem={code.problem ?? (work.state === 'failed' ? t('signIn.workFailed') : undefined)}
        hint={work.state === 'idle' ? undefined : t(work.state === 'done' ? 'signIn.workDone' : 'signIn.workRunning')}
        required
      >
        {(wiring) => (
          <SmsCode
            wiring={wiring}
            code={code}
            off={mobile.value === ''}
            send={() => work.withTicket((ticket) => send({ area, mobile: mobile.value, ticket }))}
            onRefused={onRefused}
          />
        )}
      </Field>
    </>
  )
}
