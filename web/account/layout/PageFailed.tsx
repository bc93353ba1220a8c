import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ChunkFailed } from '#web/parts/lazyPage.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '#web/text.ts'

/** Replaces a page that failed to load or crashed. */
export function PageFailed() {
  const t = useText()
  const error = useRouteError()
  const chunk = error instanceof ChunkFailed
  useEffect(() => {
    if (chunk) toast.bad(t('errors.chunk'))
    else reportError(error)
  }, [error, chunk, t])
  return (
    <Empty
      icon="warn"
      title={chunk ? t('errors.chunkTitle') : t('errors.crashTitle')}
      text={chunk ? t('errors.chunk') : t('errors.crash')}
      action={
        <Button look="primary" onClick={() => location.reload()}>
          {t('errors.retry')}
        </Button>
      }
    />
  )
}
