import { retentionState } from '#contract/retention/retention.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay } from '#web/parts/dates.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useText } from '../text.ts'
import { KeyRotation } from './KeyRotation.tsx'

const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

/** What is kept, for how long, and when its oldest month goes. */
export function Retention() {
  const t = useText()
  const { data } = useAsk(retentionState, {}, { everyMs: 60_000, quiet: true })
  const columns = ['records', 'keptFor', 'afterwards', 'stored', 'since', 'due', 'gone'] as const
  return (
    <>
      <Panel title={t('health.retention')}>
        <Sheet
          label={t('health.retention')}
          head={columns.map((name) => t(`health.${name}`))}
          wide={[2, 3, 4, 6]}
          rows={(data?.list ?? []).map((one) => ({
            key: one.table,
            cells: [
              one.name,
              t('health.keptDays', { count: one.keepDays }),
              t(one.archived ? 'health.archive' : 'health.delete'),
              size(one.bytes),
              showDay(one.oldestTime),
              showDay(one.dueTime),
              one.dropped,
            ],
          }))}
        />
      </Panel>
      {/* Below what is there already, so that nothing moves. */}
      {data && <KeyRotation />}
    </>
  )
}
