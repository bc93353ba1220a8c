import type { Same } from '../cn.ts'
import type { alarmDesk as cn } from '../cn/alarmDesk.ts'

export const alarmDesk: Same<typeof cn> = {
  lead: 'Conditions that need attention now. An alarm closes automatically when its condition ends, or you can close it with a reason.',
  what: 'Alarm',
  subject: 'Subject',
  raised: 'First raised',
  last: 'Last raised',
  times: 'Times',
  close: 'Close alarm',
  closeText: 'If this happens again, a new alarm is raised. The reason is recorded in the audit log.',
  closed: 'Alarm closed',
  empty: 'No open alarms',
  emptyText: 'Alarms for your roles appear here.',
  more_one: '{{count}} earlier alarm is not shown',
  more: '{{count}} earlier alarms are not shown',
}
