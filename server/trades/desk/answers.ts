import type * as contract from '../../../contract/risk.ts'
import type { Answers } from '../../answer.ts'
import { HOUR } from '../../clock.ts'
import { db } from '../../db.ts'
import { staffQueue } from '../../staff/staff.ts'
import { declineBoard, riskState } from './board.ts'
import { stoppedNow } from './boardQueries.ts'
import { askResume, haltDecisions } from './halt.ts'
import { addToList, riskLists, takeOffList } from './lists.ts'
import { askRestore, shutAccount } from './stopAccount.ts'

staffQueue({
  queue: 'stoppedAccounts',
  name: { cn: '停用账户待处理', en: 'Stopped accounts' },
  for: ['staff:risk.make', 'staff:risk.check'],
  slaMs: 24 * HOUR,
  path: '/risk',
  waiting: () => stoppedNow(db),
})

export const riskAnswers = {
  declineBoard,
  shutAccount,
  askRestore,
  riskState,
  haltDecisions,
  askResume,
  riskLists,
  addToList,
  takeOffList,
} satisfies Answers<typeof contract>
