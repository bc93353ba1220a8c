import { useTranslation } from 'react-i18next'
import type { Bound } from '../../parts/useForm.ts'
import { Field } from '../../ui/Field.tsx'
import { MobileField } from './MobileField.tsx'
import { SmsCode } from './SmsCode.tsx'

type Target = { area: string; mobile: string; ticket?: string }

/** Whose it is shows the code that is sent to it. */
export function MobileAndCode({
  mobile,
  area,
  onArea,
  code,
  send,
  onRefused,
}: {
  mobile: Bound
  area: string
  onArea: (area: string) => void
  code: Bound
  send: (target: Target) => Promise<{ nextTime: number }>
  /** Why none is sent to this mobile. */
  onRefused: (text: string) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <MobileField label={t('entrance.mobile')} mobile={mobile} area={area} onArea={onArea} autoFocus />
      <Field label={t('entrance.code')} problem={code.problem} required>
        {(wiring) => (
          <SmsCode
            wiring={wiring}
            code={code}
            off={mobile.value === ''}
            send={(ticket) => send({ area, mobile: mobile.value, ...(ticket ? { ticket } : {}) })}
            onRefused={onRefused}
          />
        )}
      </Field>
    </>
  )
}
