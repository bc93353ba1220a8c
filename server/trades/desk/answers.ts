import type * as heldEvents from '../../../contract/heldEvents.ts'
import type * as refundReviews from '../../../contract/refundReviews.ts'
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
import { waitingReviews } from '../reviewQueries.ts'
import { waitingEventsAtDesk } from './heldEventQueries.ts'
import { dismissEvent, listHeldEvents, retryEvent } from './heldEvents.ts'
import { listRefundReviews, releaseRefund, returnRefund } from './refundReviews.ts'

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

staffQueue({
  queue: 'heldEvents',
  name: { cn: '挂起的网络通知', en: 'Network events on hold' },
  for: ['staff:money.make'],
  slaMs: 4 * HOUR,
  path: '/events',
  waiting: () => waitingEventsAtDesk(db),
})
staffQueue({
  queue: 'refundReviews',
  name: { cn: '审核中的退款', en: 'Refunds under review' },
  for: ['staff:money.make'],
  slaMs: 24 * HOUR,
  path: '/refunds',
  waiting: () => waitingReviews(db),
})

export const heldEventAnswers = { listHeldEvents, retryEvent, dismissEvent } satisfies Answers<typeof heldEvents>
export const refundReviewAnswers = { listRefundReviews, releaseRefund, returnRefund } satisfies Answers<
  typeof refundReviews
>
