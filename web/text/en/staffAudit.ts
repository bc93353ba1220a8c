import type { Same } from '../cn.ts'
import type { staffAudit as cn } from '../cn/staffAudit.ts'

export const staffAudit: Same<typeof cn> = {
  list: 'Audit of the staff',
  action: 'Action',
  keyword: 'Person, target or words',
  time: 'Time',
  who: 'Who',
  target: 'About',
  content: 'What',
  reason: 'Reason',
  seq: 'No.',
  chain: { desk: '{{seq}} of the desk', door: '{{seq}} of the door' },
  before: 'Before',
  after: 'After',
  ip: 'IP',
  hash: 'Fingerprint',
  verify: 'Verify the chain',
  whole: 'The chain is whole: each of {{rows}} rows was checked',
  broken: 'The chain is broken in {{count}} places',
  why: {
    CHANGED: 'was changed',
    MISSING: 'a row before it is missing',
    MOVED: 'is not in its place',
    CUT_OFF: 'the end is cut off',
    FORGED: 'is not signed with our key',
  },
  checkedAt: 'Checked {{time}}',
  none: 'No rows yet',
}
