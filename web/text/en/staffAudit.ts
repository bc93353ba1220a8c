import type { Same } from '../cn.ts'
import type { staffAudit as cn } from '../cn/staffAudit.ts'

export const staffAudit: Same<typeof cn> = {
  list: 'Staff audit log',
  action: 'Action',
  keyword: 'Person, target or keyword',
  time: 'Time',
  who: 'Staff member',
  target: 'Target',
  content: 'Details',
  reason: 'Reason',
  seq: 'No.',
  chain: { desk: 'Desk #{{seq}}', door: 'Sign-in #{{seq}}' },
  before: 'Before',
  after: 'After',
  ip: 'IP',
  hash: 'Hash',
  verify: 'Verify log',
  whole_one: 'Log verified: {{rows}} row checked',
  whole: 'Log verified: {{rows}} rows checked',
  broken_one: 'Verification failed in {{count}} place',
  broken: 'Verification failed in {{count}} places',
  why: {
    CHANGED: 'has been changed',
    MISSING: 'the previous row is missing',
    MOVED: 'is out of order',
    CUT_OFF: 'the end is missing',
    FORGED: 'isn’t signed with our key',
  },
  checkedAt: 'Checked {{time}}',
  none: 'No entries yet',
}
