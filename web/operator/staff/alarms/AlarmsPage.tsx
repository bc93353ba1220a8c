import { useState } from 'react'
import { closeAlarm, listAlarms, type Alarm } from '#contract/staff/alarms.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { asPage } from '#web/operator/parts/keyset.tsx'
import { say, useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

const LIVE_MS = 10_000
const names: string[] = []

const columns: readonly Column<Alarm>[] = [
  {
    key: 'what',
    title: () => say('alarms.what'),
    phone: 'head',
    cell: ({ name, text }) => (
      <>
        <strong>{name}</strong>
        <div className={css.note}>{text}</div>
      </>
    ),
  },
  { key: 'subject', title: () => say('alarms.subject'), cell: ({ subject }) => <code>{subject}</code> },
  { key: 'times', title: () => say('alarms.times'), align: 'right', cell: ({ times }) => times },
  { key: 'raised', title: () => say('alarms.raised'), cell: ({ raisedTime }) => showTime(raisedTime) },
  { key: 'last', title: () => say('alarms.last'), cell: ({ lastTime }) => showTime(lastTime) },
]

/** Every condition that this person's roles can act on, newest first. */
export default function AlarmsPage() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listAlarms, {}, { everyMs: LIVE_MS, keep: true })
  const [closing, setClosing] = useState<Alarm>()
  const more = query.data && query.data.count - query.data.data.length
  const withClose: readonly Column<Alarm>[] = [
    ...columns,
    {
      key: 'close',
      title: () => say('parts.actions'),
      cell: (alarm) => (
        <Button
          size="s"
          aria-label={`${t('alarms.close')} ${alarm.name} ${alarm.subject}`}
          onClick={() => setClosing(alarm)}
        >
          {t('alarms.close')}
        </Button>
      ),
    },
  ]
  return (
    <PageFrame>
      <p className={css.note}>{t('alarms.lead')}</p>
      <QueryTable
        label={t('desk.alarms')}
        query={asPage(query)}
        list={list}
        columns={withClose}
        rowKey={({ alarmId }) => alarmId}
        empty={<Empty icon="check" title={t('alarms.empty')} text={t('alarms.emptyText')} />}
      />
      {more ? <p className={css.note}>{t('alarms.more', { count: more })}</p> : null}
      {closing && (
        <ReasonDialog
          call={closeAlarm}
          input={{ alarmId: closing.alarmId }}
          title={`${t('alarms.close')} · ${closing.name}`}
          text={t('alarms.closeText')}
          submit={t('alarms.close')}
          done={t('alarms.closed')}
          refreshes={[listAlarms]}
          onClose={() => setClosing(undefined)}
        />
      )}
    </PageFrame>
  )
}
