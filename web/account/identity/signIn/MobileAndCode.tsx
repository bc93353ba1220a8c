import type { Call, Input } from '#contract/core/call.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { MobileField } from './MobileField.tsx'
import { SmsCodeField } from './SmsCode.tsx'
import { useWork } from '../captcha/useWork.ts'
import { useText } from './text.ts'

type Target = { area: string; mobile: string; ticket: string }

/** The code sent to a mobile proves its owner. The work for the message runs in the background. */
export function MobileAndCode<C extends Call>({
  form,
  scene,
  send,
}: {
  form: Form<C>
  scene: Parameters<typeof useWork>[0]
  send: (target: Target) => Promise<{ nextTime: number }>
}) {
  const t = useText()
  const [area, mobile, code] = ['area', 'mobile', 'code'] as (keyof Input<C> & string)[]
  const to = { area: form.text(area!), mobile: form.text(mobile!) }
  const work = useWork(scene, to)
  return (
    <>
      <MobileField form={form} label={t('signIn.mobile')} autoFocus />
      <SmsCodeField
        form={form}
        name={code!}
        label={t('signIn.code')}
        problem={form.problemOf(code!) ?? (work.state === 'failed' ? t('signIn.workFailed') : undefined)}
        hint={work.state === 'idle' ? undefined : t(work.state === 'done' ? 'signIn.workDone' : 'signIn.workRunning')}
        off={to.mobile === ''}
        send={() => work.withTicket((ticket) => send({ ...to, ticket }))}
      />
    </>
  )
}
