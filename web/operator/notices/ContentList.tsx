import { Link, Outlet, useNavigate } from 'react-router'
import type { Words } from '#contract/core/fields.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, STATUS_WIDTH } from '#web/parts/lists/columns.tsx'
import { QueryList } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { say, title } from './text.ts'

type Content = { id: string; titleCn: string; titleEn: string; pendingApprovalId: string | null }

export const titleColumn = column<Content>(
  'title',
  title('notices.title'),
  (row) => <strong>{langNow() === 'cn' ? row.titleCn : row.titleEn}</strong>,
  { phone: 'head' },
)

/** The state in words, or the approval that it waits for. */
export const stateColumn = <S extends string>(tones: Record<S, Tone>, states: Record<S, Words>) =>
  column<Content & { state: S }>(
    'state',
    title('notices.state'),
    ({ state, pendingApprovalId }) =>
      pendingApprovalId ? (
        <Link to={paths.approval(pendingApprovalId)}>{say('notices.pending')}</Link>
      ) : (
        <StatusTag tone={tones[state]} text={states[state][langNow()]} />
      ),
    { width: STATUS_WIDTH },
  )

/** Links to the dialogs of a piece of content, for those who may write. */
export function Moves<M extends 'edit' | 'publish' | 'withdraw' | 'copy'>({
  id,
  path,
  moves,
}: {
  id: string
  path: (id: string, move: M) => string
  moves: readonly (M | false)[]
}) {
  if (!useHolds('staff:content.make')) return null
  return (
    <Row as="span" gap={3}>
      {moves.map(
        (move) =>
          move && (
            <Link key={move} to={path(id, move)}>
              {say(`notices.${move}`)}
            </Link>
          ),
      )}
    </Row>
  )
}

/** What staff publish: a list with its filters, a button for a new one, and its dialogs. */
export function ContentList<R extends Content>({
  add,
  addPath,
  ...list
}: Omit<Parameters<typeof QueryList<R>>[0], 'rowKey'> & { add: string; addPath: string }) {
  const navigate = useNavigate()
  const may = useHolds('staff:content.make')
  return (
    <PageFrame>
      {may && (
        <Row end>
          <Button look="primary" icon="plus" guardMs={0} onClick={() => void navigate(addPath)}>
            {add}
          </Button>
        </Row>
      )}
      <QueryList {...list} rowKey={({ id }) => id} />
      <Outlet />
    </PageFrame>
  )
}
