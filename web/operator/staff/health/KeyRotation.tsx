import { keyRotation } from '#contract/keys/keys.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useText } from '../text.ts'

/** Which keys the servers have, and how far a rotation is. */
export function KeyRotation() {
  const t = useText()
  const { data } = useAsk(keyRotation, {}, { everyMs: 5_000, quiet: true })
  if (!data) return null
  const keyColumns = ['servers', 'fieldKey', 'fieldKeys', 'lookupKey', 'lookupKeys'] as const
  const passColumns = ['step', 'table', 'rowsDone', 'rowsLeft', 'perSecond', 'started', 'finished'] as const
  return (
    <Panel title={t('health.keys')}>
      <Sheet
        label={t('health.keys')}
        head={keyColumns.map((name) => t(`health.${name}`))}
        rows={data.keys.map(({ servers, fieldKey, fieldKeys, lookupKey, lookupKeys }) => ({
          key: `${fieldKey} ${fieldKeys.join()} ${lookupKey} ${lookupKeys.join()}`,
          cells: [servers, fieldKey, fieldKeys.join(', '), lookupKey, lookupKeys.join(', ')],
        }))}
      />
      {data.passes.length > 0 && (
        <Sheet
          label={t('health.rotation')}
          head={passColumns.map((name) => t(`health.${name}`))}
          wide={[4, 5]}
          rows={data.passes.map((one) => ({
            key: `${one.step} ${one.table}`,
            cells: [
              t(one.step === 'FILL' ? 'health.fill' : 'health.seal'),
              one.table,
              one.done,
              one.left,
              one.perSecond,
              showTime(one.startTime),
              one.finishTime === null ? '–' : showTime(one.finishTime),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
