import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const audit = {
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
} satisfies Same<typeof cn.audit>
