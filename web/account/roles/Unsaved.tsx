import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { session } from '#web/parts/client/session.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useText } from './text.ts'

/** Nobody loses what was not saved without having been asked: neither by a link nor by closing the tab. */
export function Unsaved({ dirty, name }: { dirty: boolean; name: string }) {
  const t = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever is signed out leaves in any case.
      dirty && session().IsLogin && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title={t('roles.leave')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button look="danger" guardMs={0} onClick={() => blocker.proceed()}>
            {t('roles.discard')}
          </Button>
          <Button look="primary" guardMs={0} data-autofocus onClick={() => blocker.reset()}>
            {t('roles.stay')}
          </Button>
        </>
      }
    >
      <p>{t('roles.leaveText', { name })}</p>
    </Dialog>
  )
}
