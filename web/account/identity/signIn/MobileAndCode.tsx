import type { Bound } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MobileField } from './MobileField.tsx'
import { SmsCode } from './SmsCode.tsx'
import { useWork } from '../captcha/useWork.ts'
import { useText } from './text.ts'

type Target = { area: string; mobile: string; ticket: string }

/** The code sent to a mobile proves its owner. The work for the message runs in the background. */
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
  /** Called with the reason if none is sent to this mobile. */
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
