import type { Call } from '#contract/core/call.ts'
import { withdrawChange, type ProductChange } from '#contract/products/products.ts'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { useHolds } from '../desk.ts'
import { ReasonButton } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

const stateOf = { SCHEDULED: 'now', IN_FORCE: 'done', WITHDRAWN: 'bad' } as const satisfies Record<
  ProductChange['state'],
  TimelineStep['state']
>

/** Every change with its content, time, author and reason, newest first; changes not yet in effect can be cancelled. */
export function Changes({ changes, refreshes }: { changes: readonly ProductChange[]; refreshes: readonly Call[] }) {
  const t = useText()
  const may = useHolds('staff:product.make')
  if (!changes.length) return <Empty icon="log" title={t('products.noChanges')} text={t('products.noChangesText')} />
  return (
    <Timeline
      label={t('products.changes')}
      steps={changes.map((change) => ({
        key: change.changeId,
        state: stateOf[change.state],
        title: `${change.stateText} · ${showTime(change.effectTime)}${change.userNo ? ` · ${change.userNo}` : ''}`,
        text: (
          <Stack as="span" gap={1}>
            {change.lines.map(({ label, before, after }) => (
              <span key={label}>
                {label} {before === '—' ? before : <s>{before}</s>} → <b>{after}</b>
              </span>
            ))}
            <span>{change.reason}</span>
            {change.withdrawnBy && (
              <span>{t('products.takenBackBy', { name: change.withdrawnBy, why: change.withdrawnWhy ?? '' })}</span>
            )}
          </Stack>
        ),
        time: change.checker
          ? t('products.madeChecked', { maker: change.maker, checker: change.checker })
          : t('products.made', { maker: change.maker }),
        value: change.state === 'SCHEDULED' && may && (
          <ReasonButton
            call={withdrawChange}
            input={{ changeId: change.changeId }}
            size="s"
            label={t('products.takeBack')}
            text={t('products.takeBackText')}
            done={t('products.takenBack')}
            refreshes={refreshes}
          />
        ),
      }))}
    />
  )
}
