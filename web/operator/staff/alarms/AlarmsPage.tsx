import { closeAlarm, listAlarms, type Alarm } from '#contract/staff/alarms.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { asPage } from '#web/operator/parts/keyset.tsx'
import { say, useText } from '../text.ts'

const LIVE_MS = 10_000
const names: string[] = []

const columns: readonly Column<Alarm>[] = [
  {
    key: 'what',
    title: () => say('alarms.what'),
    phone: 'head',
    cell: ({ name, text }) => (
      <Stack gap={1} style={{ maxWidth: 480 }}>
        <strong>{name}</strong>
        <Muted as="p">{text}</Muted>
      </Stack>
    ),
  },
  { key: 'subject', title: () => say('alarms.subject'), cell: ({ subject }) => <code>{subject}</code> },
  { key: 'times', title: () => say('alarms.times'), align: 'right', cell: ({ times }) => times },
  { key: 'raised', title: () => say('alarms.raised'), cell: ({ raisedTime }) => showTime(raisedTime) },
  { key: 'last', title: () => say('alarms.last'), cell: ({ lastTime }) => showTime(lastTime) },
  { key: 'close', title: () => say('parts.actions'), cell: (alarm) => <CloseAlarm alarm={alarm} /> },
]

/** Every condition that this person's roles can act on, newest first. */
export default function AlarmsPage() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(listAlarms, {}, { everyMs: LIVE_MS, keep: true })
  const more = query.data && query.data.count - query.data.data.length
  return (
    <PageFrame>
      <Note>{t('alarms.lead')}</Note>
      <QueryTable
        label={t('desk.alarms')}
        query={asPage(query)}
        list={list}
        columns={columns}
        rowKey={({ alarmId }) => alarmId}
        empty={<Empty icon="check" title={t('alarms.empty')} text={t('alarms.emptyText')} />}
      />
      {more ? <Note>{t('alarms.more', { count: more })}</Note> : null}
    </PageFrame>
  )
}

function CloseAlarm({ alarm: { alarmId, name, subject } }: { alarm: Alarm }) {
  const t = useText()
  return (
    <ReasonButton
      call={closeAlarm}
      input={{ alarmId }}
      size="s"
      label={t('alarms.close')}
      aria-label={`${t('alarms.close')} ${name} ${subject}`}
      about={name}
      text={t('alarms.closeText')}
      done={t('alarms.closed')}
      refreshes={[listAlarms]}
    />
  )
}
