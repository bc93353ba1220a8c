import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ChunkFailed } from '#web/parts/lazyPage.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useText } from '#web/text.ts'

/** Replaces a page that failed to load or crashed. */
export function DeskFailed() {
  const t = useText()
  const error = useRouteError()
  const chunk = error instanceof ChunkFailed
  useEffect(() => {
    if (!chunk) reportError(error)
  }, [error, chunk])
  return (
    <Empty
      icon="warn"
      title={chunk ? t('errors.chunkTitle') : t('errors.crashTitle')}
      text={chunk ? t('errors.chunk') : t('errors.server')}
      action={
        <Button look="primary" onClick={() => location.reload()}>
          {t('errors.retry')}
        </Button>
      }
    />
  )
}
