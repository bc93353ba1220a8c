import { useNavigate } from 'react-router'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '#web/account/paths.ts'
import { useText } from './text.ts'
import css from './Forecasts.module.css'

/** Shown before the form: who may send US dollar wires, and how an account qualifies. */
export function BusinessOnly({ business }: { business: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className={css.notice} role="note">
      <div>
        <strong>{t('forecasts.wire.businessOnly')}</strong>
        {!business && <span>{t('forecasts.wire.businessText')}</span>}
      </div>
      {!business && (
        <Button onClick={() => void navigate(paths.accountDialog('identity'))}>{t('forecasts.wire.verify')}</Button>
      )}
    </div>
  )
}
