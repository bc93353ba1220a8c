import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#web/parts/lists/Pager.tsx'
import type { Refused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from '../text.ts'
import { Row } from '#web/ui/layout.tsx'

/** Keyset-paged lists. `of`: what is listed; another list starts at its beginning. */
export function useKeyset(of: string) {
  const [at, setAt] = useState<{ of: string; after: string | undefined }>({ of, after: undefined })
  return { after: at.of === of ? at.after : undefined, go: (after: string | undefined) => setAt({ of, after }) }
}

export function Keyset({
  keyset,
  cursor,
}: {
  keyset: ReturnType<typeof useKeyset>
  cursor: string | null | undefined
}) {
  const t = useText()
  if (!cursor && !keyset.after) return null
  return (
    <nav aria-label={t('desk.older')}>
      <Row gap={2}>
        {keyset.after && (
          <Button icon="left" guardMs={0} onClick={() => keyset.go(undefined)}>
            {t('desk.newer')}
          </Button>
        )}
        {cursor && (
          <Button guardMs={0} onClick={() => keyset.go(cursor)}>
            {t('desk.older')}
          </Button>
        )}
      </Row>
    </nav>
  )
}

type Listed<R> = Pick<UseQueryResult<unknown, Refused>, 'isPending' | 'isError' | 'isPlaceholderData' | 'error'> & {
  data: { data: R[] } | undefined
  refetch: () => unknown
}
/** The query in the table's form: keyset pages have no numbers, so there is no pager. */
export const asPage = <R,>({ data, isPending, isError, isPlaceholderData, error, refetch }: Listed<R>) =>
  ({
    ...{ isPending, isError, isPlaceholderData, error, refetch },
    data: data && { data: data.data, total: 0, pageNo: 1, pageSize: data.data.length },
  }) as Pick<
    UseQueryResult<Page<R>, Refused>,
    'data' | 'isPending' | 'isError' | 'isPlaceholderData' | 'refetch' | 'error'
  >
