import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useText } from '#web/text.ts'

/** Below a list without page numbers: to its older rows, and back to the newest. */
export function Keyset({
  after,
  cursor,
  go,
}: {
  /** Where the rows on the screen begin. */
  after: string | undefined
  /** Where the next ones begin. */
  cursor: string | null | undefined
  go: (after: string | undefined) => void
}) {
  const t = useText()
  if (!cursor && !after) return null
  return (
    <nav aria-label={t('parts.older')}>
      <Row gap={2}>
        {after && (
          <Button icon="left" guardMs={0} onClick={() => go(undefined)}>
            {t('parts.newest')}
          </Button>
        )}
        {cursor && (
          <Button guardMs={0} onClick={() => go(cursor)}>
            {t('parts.older')}
          </Button>
        )}
      </Row>
    </nav>
  )
}
