import { alarmKinds, type AlarmKind, type AlarmRule } from '#contract/staff/alarms.ts'
import type * as contract from '#contract/staff/alarms.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { StaffKey } from '#contract/core/staffRoles.ts'
import type { Staff } from '#server/core/actor.ts'
import { closeOpenAlarm, countOpenAlarms, openAlarms, type AlarmDetail } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { HOUR } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { recordStaff } from '../chain/record.ts'
import type { StaffQueue } from '../queues.ts'

const SHOWN_MAX = 200

const kinds = Object.keys(alarmKinds) as AlarmKind[]
const ruleOf = (kind: string): AlarmRule | undefined => alarmKinds[kind as AlarmKind]
const kindsOf = (staff: Staff): AlarmKind[] =>
  kinds.filter((kind) => (alarmKinds[kind].for as readonly StaffKey[]).some((key) => staff.may.has(key)))

export const alarmQueue: StaffQueue = {
  queue: 'alarms',
  name: { cn: '告警', en: 'Alarms' },
  for: [...new Set(kinds.flatMap((kind) => alarmKinds[kind].for as readonly StaffKey[]))],
  slaMs: HOUR,
  path: '/alarms',
  waiting: (staff) => countOpenAlarms(db, staff ? kindsOf(staff) : kinds),
}

export const listAlarms: Answer<typeof contract.listAlarms> = async (staff) => {
  const theirs = kindsOf(staff)
  const { lang } = staff.from
  const [rows, { count }] = await Promise.all([openAlarms(db, theirs, SHOWN_MAX), countOpenAlarms(db, theirs)])
  const data = rows.map(({ alarm_id, kind, subject, detail, times, raised_at, last_at }) => ({
    alarmId: alarm_id,
    kind,
    name: ruleOf(kind)?.name[lang] ?? kind,
    text: fill(ruleOf(kind)?.text[lang] ?? '', detail),
    subject,
    times,
    raisedTime: raised_at.getTime(),
    lastTime: last_at.getTime(),
  }))
  return { data, count }
}

const fill = (words: string, detail: AlarmDetail): string =>
  words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(detail[name] ?? '–'))

export const closeAlarm: Answer<typeof contract.closeAlarm> = async (staff, { alarmId, reason }, tx) => {
  const closed = await closeOpenAlarm(tx, alarmId, kindsOf(staff), staff.staffId)
  if (!closed) throw refuse('not_found')
  const { name } = alarmKinds[closed.kind]
  await recordStaff(tx, staff, {
    action: 'HEALTH',
    target: `${closed.kind} ${closed.subject}`,
    reason,
    content: { cn: `关闭告警：${name.cn}`, en: `Closed alarm: ${name.en}` },
  })
  return { alarmId }
}
