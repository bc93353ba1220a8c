import { callsOf, type Call } from '../contract/call.ts'
import type { Actor, Staff, Stranger } from './actor.ts'
import type { Tx } from './db.ts'
import type { JobTasks, Sweeps } from './jobs.ts'
import { forgetWindows } from './callLeases.ts'
import { releaseAbandonedJobs } from './workerPresence.ts'
import { forgetOldRequests } from './once.ts'
import * as holdersContract from '../contract/cardHolders.ts'
import * as cardDeskContract from '../contract/cardDesk.ts'
import * as batchesContract from '../contract/batches.ts'
import * as cardsContract from '../contract/cards.ts'
import * as cardGroupsContract from '../contract/cardGroups.ts'
import * as tagsContract from '../contract/tags.ts'
import * as importsContract from '../contract/imports.ts'
import * as viewsContract from '../contract/views.ts'
import * as couponsContract from '../contract/coupons.ts'
import * as fundingContract from '../contract/funding.ts'
import * as forecastsContract from '../contract/forecasts.ts'
import * as wireDeskContract from '../contract/wireDesk.ts'
import * as suspenseContract from '../contract/suspense.ts'
import * as topUpDeskContract from '../contract/topUpDesk.ts'
import * as railDeskContract from '../contract/railDesk.ts'
import * as gradesContract from '../contract/grades.ts'
import * as captchaContract from '../contract/captcha.ts'
import * as identityContract from '../contract/identity.ts'
import * as closingContract from '../contract/closing.ts'
import * as verificationContract from '../contract/verification.ts'
import * as securityContract from '../contract/security.ts'
import * as auditContract from '../contract/audit.ts'
import * as rolesContract from '../contract/roles.ts'
import * as roleEditingContract from '../contract/roleEditing.ts'
import * as plansContract from '../contract/plans.ts'
import * as planRefundsContract from '../contract/planRefunds.ts'
import * as noticesContract from '../contract/notices.ts'
import * as notificationsContract from '../contract/notifications.ts'
import * as contentContract from '../contract/content.ts'
import * as agreementsContract from '../contract/agreements.ts'
import * as rebateDeskContract from '../contract/rebateDesk.ts'
import * as referralsContract from '../contract/referrals.ts'
import * as rehearsalsContract from '../contract/rehearsals.ts'
import * as ladderContract from '../contract/declineLadder.ts'
import * as subaccountsContract from '../contract/subaccounts.ts'
import * as threeDContract from '../contract/threeD.ts'
import * as tradesContract from '../contract/trades.ts'
import * as booksContract from '../contract/books.ts'
import * as identityDeskContract from '../contract/identityDesk.ts'
import * as healthContract from '../contract/health.ts'
import * as riskContract from '../contract/risk.ts'
import * as heldEventsContract from '../contract/heldEvents.ts'
import * as refundReviewsContract from '../contract/refundReviews.ts'
import * as riskRulesContract from '../contract/riskRules.ts'
import * as couponDeskContract from '../contract/couponDesk.ts'
import * as planDeskContract from '../contract/planDesk.ts'
import * as productsContract from '../contract/products.ts'
import * as rangeDeskContract from '../contract/rangeDesk.ts'
import * as leavingDeskContract from '../contract/leavingDesk.ts'
import * as rightsContract from '../contract/rights.ts'
import * as alarmsContract from '../contract/alarms.ts'
import * as approvalsContract from '../contract/approvals.ts'
import * as accountMovesContract from '../contract/accountMoves.ts'
import * as accountsContract from '../contract/accounts.ts'
import * as staffContract from '../contract/staff.ts'
import { answers as audit } from './audit/answers.ts'
import { answers as batches } from './cards/batches/answers.ts'
import { answers as cards } from './cards/answers.ts'
import { answers as cardGroups } from './cards/groups/answers.ts'
import { answers as tags } from './cards/tags/answers.ts'
import { answers as imports } from './cards/imports/answers.ts'
import { answers as views } from './views/answers.ts'
import { answers as coupons } from './coupons/answers.ts'
import { answers as couponDesk } from './coupons/couponDesk/answers.ts'
import { answers as planDesk } from './plans/planDesk/answers.ts'
import { answers as products } from './products/answers.ts'
import { answers as cardDesk } from './cards/desk/answers.ts'
import { answers as rangeDesk } from './cards/rangeDesk/answers.ts'
import * as exportsContract from '../contract/exports.ts'
import { answers as exports } from './exports/answers.ts'
import { answers as funding } from './funding/answers.ts'
import { answers as forecasts } from './funding/forecasts/answers.ts'
import { answers as wireDesk } from './funding/statements/answers.ts'
import { answers as suspense } from './funding/suspense/answers.ts'
import { railAnswers, topUpAnswers } from './funding/desk/answers.ts'
import { answers as grades } from './grades/answers.ts'
import { answers as captcha } from './identity/captcha/answers.ts'
import { answers as identity } from './identity/answers.ts'
import { answers as closing } from './identity/closing/answers.ts'
import { answers as verification } from './identity/verification/answers.ts'
import { answers as security } from './identity/security/answers.ts'
import { agreementAnswers, answers as notices, contentAnswers, notificationAnswers } from './notices/answers.ts'
import { answers as plans, refundAnswers as planRefunds } from './plans/answers.ts'
import { answers as referrals, deskAnswers as rebateDesk } from './referrals/answers.ts'
import { answers as roles } from './roles/answers.ts'
import { answers as roleEditing } from './roles/editing/answers.ts'
import { answers as subaccounts } from './subaccounts/answers.ts'
import { answers as threeD } from './threeD/answers.ts'
import { answers as trades } from './trades/answers.ts'
import { heldEventAnswers, refundReviewAnswers, riskAnswers } from './trades/desk/answers.ts'
import { ruleAnswers } from './trades/rules/answers.ts'
import {
  accountAnswers,
  bookAnswers,
  healthAnswers,
  identityAnswers,
  leavingAnswers,
  moveAnswers,
  rightsAnswers,
} from './operator/answers.ts'
import { catalogueCalls } from './operator/operator.ts'
import { alarmAnswers, approvalAnswers, staffAnswers } from './staff/answers.ts'
import * as cardsJobs from './cards/jobs.ts'
import * as productsJobs from './products/jobs.ts'
import * as plansJobs from './plans/jobs.ts'
import * as subaccountsJobs from './subaccounts/jobs.ts'
import * as fundingJobs from './funding/jobs.ts'
import * as gradesJobs from './grades/jobs.ts'
import * as identityJobs from './identity/jobs.ts'
import * as auditJobs from './audit/jobs.ts'
import * as noticesJobs from './notices/jobs.ts'
import * as threeDJobs from './threeD/jobs.ts'
import * as exportsJobs from './exports/jobs.ts'
import * as tradesJobs from './trades/jobs.ts'
import * as referralsJobs from './referrals/jobs.ts'
import * as operatorJobs from './operator/jobs.ts'
import * as staffJobs from './staff/jobs.ts'

/** An answer whose row is known only at run time; `answers.ts` of its module has checked the types. */
export type AnyAnswer = (actor: Actor | Staff | Stranger, wish: unknown, tx?: Tx) => Promise<unknown>

const module = (contract: object, answers: object) => ({
  contract: callsOf(contract) as [name: string, row: Call][],
  answers: answers as Record<string, AnyAnswer>,
})

/** Every module whose calls are answered. */
export const modules = [
  module(auditContract, audit),
  module(captchaContract, captcha),
  module(identityContract, identity),
  module(securityContract, security),
  module(closingContract, closing),
  module(verificationContract, verification),
  module(rolesContract, roles),
  module(roleEditingContract, roleEditing),
  module(viewsContract, views),
  module(couponsContract, coupons),
  module(subaccountsContract, subaccounts),
  module(plansContract, plans),
  module(planRefundsContract, planRefunds),
  module(fundingContract, funding),
  module(forecastsContract, forecasts),
  module(wireDeskContract, wireDesk),
  module(suspenseContract, suspense),
  module(topUpDeskContract, topUpAnswers),
  module(railDeskContract, railAnswers),
  module({ ...cardsContract, ...holdersContract }, cards),
  module(batchesContract, batches),
  module(cardGroupsContract, cardGroups),
  module(tagsContract, tags),
  module(importsContract, imports),
  module({ ...tradesContract, ...ladderContract, ...rehearsalsContract }, trades),
  module(threeDContract, threeD),
  module(gradesContract, grades),
  module(referralsContract, referrals),
  module(rebateDeskContract, rebateDesk),
  module(noticesContract, notices),
  module(notificationsContract, notificationAnswers),
  module(contentContract, contentAnswers),
  module(agreementsContract, agreementAnswers),
  module(staffContract, staffAnswers),
  module(alarmsContract, alarmAnswers),
  module(approvalsContract, approvalAnswers),
  module(riskContract, riskAnswers),
  module(heldEventsContract, heldEventAnswers),
  module(refundReviewsContract, refundReviewAnswers),
  module(booksContract, bookAnswers),
  module(healthContract, healthAnswers),
  module(riskRulesContract, ruleAnswers),
  module(exportsContract, exports),
  module(accountsContract, accountAnswers),
  module(accountMovesContract, moveAnswers),
  module(identityDeskContract, identityAnswers),
  module(productsContract, products),
  module(cardDeskContract, cardDesk),
  module(rangeDeskContract, rangeDesk),
  module(planDeskContract, planDesk),
  module(couponDeskContract, couponDesk),
  module(leavingDeskContract, leavingAnswers),
  module(rightsContract, rightsAnswers),
]
catalogueCalls(modules.flatMap(({ contract }) => contract.map(([, row]) => row)))

/** Everything that happens later, and everything that is swept. */
export const tasks: JobTasks = {
  ...subaccountsJobs.tasks,
  ...identityJobs.tasks,
  ...fundingJobs.tasks,
  ...cardsJobs.tasks,
  ...tradesJobs.tasks,
  ...referralsJobs.tasks,
  ...operatorJobs.tasks,
  ...noticesJobs.tasks,
}
export const sweeps: Sweeps = {
  'jobs.releaseAbandoned': { every: 'minute', work: releaseAbandonedJobs },
  'rateLimits.forget': { every: 'minute', work: forgetWindows },
  'requests.forget': { every: 'hour', work: async () => void (await forgetOldRequests()) },
  ...auditJobs.sweeps,
  ...identityJobs.sweeps,
  ...productsJobs.sweeps,
  ...plansJobs.sweeps,
  ...subaccountsJobs.sweeps,
  ...fundingJobs.sweeps,
  ...cardsJobs.sweeps,
  ...threeDJobs.sweeps,
  ...tradesJobs.sweeps,
  ...gradesJobs.sweeps,
  ...referralsJobs.sweeps,
  ...staffJobs.sweeps,
  ...exportsJobs.sweeps,
  ...noticesJobs.sweeps,
}
