import { Link } from 'react-router'
import { Note } from '#web/ui/Notes.tsx'
import { paths } from '#web/account/paths.ts'
import { useText } from './text.ts'

/** Shown before the form: who may send US dollar wires, and how an account qualifies. */
export function BusinessOnly({ business }: { business: boolean }) {
  const t = useText()
  return (
    <div role="note">
      <Note tone={business ? 'info' : 'warn'}>
        <strong>{t('forecasts.wire.businessOnly')}</strong>
        {!business && (
          <>
            {' · '}
            {t('forecasts.wire.businessText')}{' '}
            <Link to={paths.accountDialog('identity')}>{t('forecasts.wire.verify')}</Link>
          </>
        )}
      </Note>
    </div>
  )
}
