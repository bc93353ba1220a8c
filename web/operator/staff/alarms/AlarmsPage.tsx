import { closeAlarm, listAlarms, type Alarm } from '#contract/staff/alarms.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, numberColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { title, useText } from '../text.ts'

const LIVE_MS = 10_000

const columns: readonly Column<Alarm>[] = [
  column(
    'what',
    title('alarms.what'),
    ({ name, text }) => (
      <Stack gap={1} style={{ maxWidth: 480 }}>
        <strong>{name}</strong>
        <Muted as="p">{text}</Muted>
      </Stack>
    ),
    { phone: 'head' },
  ),
  column('subject', title('alarms.subject'), ({ subject }) => <code>{subject}</code>),
  numberColumn('times', title('alarms.times')),
  timeColumn('raisedTime', title('alarms.raised'), { key: 'raised' }),
  timeColumn('lastTime', title('alarms.last'), { key: 'last' }),
  column('close', title('parts.actions'), (alarm) => <CloseAlarm alarm={alarm} />),
]

/** Every condition that this person's roles can act on, newest first. */
export default function AlarmsPage() {
  const t = useText()
  const listed = useList(listAlarms, { everyMs: LIVE_MS })
  const more = listed.answer && listed.answer.count - listed.answer.data.length
  return (
    <PageFrame>
      <Note>{t('alarms.lead')}</Note>
      <QueryList
        label={t('desk.alarms')}
        of={listed}
        columns={columns}
        rowKey={({ alarmId }) => alarmId}
        empty={{ icon: 'check', title: t('alarms.empty'), text: t('alarms.emptyText') }}
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
