import * as captchaContract from '#contract/identity/captcha.ts'
import * as closingContract from '#contract/identity/closing.ts'
import * as casesContract from '#contract/identity/desk/cases.ts'
import * as leavingContract from '#contract/identity/desk/closing.ts'
import * as identityContract from '#contract/identity/identity.ts'
import * as passkeysContract from '#contract/identity/passkeys.ts'
import * as securityContract from '#contract/identity/security.ts'
import * as verificationContract from '#contract/identity/verification.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { slideCaptcha, textCaptcha, verifyCaptcha } from './captcha/captcha.ts'
import { workChallenge } from './captcha/work.ts'
import { closeAccount, closingCode, closingState } from './closing/closeAccount.ts'
import { forgetPeople } from './closing/forgetPeople.ts'
import { afterCredit, emptyLeavingWallets } from './closing/payable.ts'
import { closingProofs } from './closing/proof.ts'
import { businessIdentityApproval, decideCase, saveCardholder, takeCase } from './desk/cases/decideCase.ts'
import { listCases, showCase, casePaper, revealCase } from './desk/cases/showCase.ts'
import { askClosingPayout, closingPayoutApproval } from './desk/closing/askPayout.ts'
import {
  finishClosing,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
} from './desk/closing/settlePayout.ts'
import { listLeaving, showLeaving } from './desk/closing/showLeaving.ts'
import { waitingForPayout } from './closing/queries.ts'
import { waitingCases } from './desk/cases/queries.ts'
import { forgetProofs, forgetReceipts } from './codes/queries.ts'
import { textMetrics } from './codes/receipts.ts'
import { bindGoogle, googleSecret } from './google/bindGoogle.ts'
import { checkGoogle, unbindGoogle } from './google/checkGoogle.ts'
import { forgetAttempts, forgetBrowsers } from './attempts/queries.ts'
import { loginProofs } from './logins/proof.ts'
import { refresh } from './sessions/refresh.ts'
import { afterMoneyFreed } from './people/restriction.ts'
import { addPasskey, beginPasskey, checkPasskeyCode, passkeyCode } from './passkeys/addPasskey.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/list.ts'
import { forgetChallenges } from './passkeys/queries.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkeys/signInByPasskey.ts'
import { beginStepUp, finishStepUp } from './passkeys/stepUp.ts'
import { changePassword, changePasswordByGoogle, passwordCode } from './passwords/changePassword.ts'
import { editProfile, preferences, profileCode, userInfo } from './profile/profile.ts'
import { forgottenCode, resetForgotten } from './signIn/forgotten.ts'
import { forgetSessions } from './sessions/queries.ts'
import { rememberChallenge } from './signIn/remember.ts'
import { signIn, signInByGoogle, signInByCode, signInCode } from './signIn/signIn.ts'
import { signUp, signUpCode } from './signIn/signUp.ts'
import { expireVerifications } from './verification/decideIdentity.ts'
import { showPaper, uploadPaper } from './verification/papers.ts'
import { identityStatus, submitIdentity } from './verification/submitIdentity.ts'
import { forgetLooseFiles } from './verification/queries.ts'
import { sendText } from './codes/codes.ts'
import { sendToHolder } from './people/recipients.ts'
import { endSessions, listSessions, signOut } from './sessions/sessions.ts'

export const answers = {
  signUpCode,
  signUp,
  signIn,
  rememberChallenge,
  refresh,
  refreshToken: refresh,
  signOut,
  userInfo,
} satisfies Answers<typeof identityContract>

export const captchaAnswers = { slideCaptcha, textCaptcha, workChallenge, verifyCaptcha } satisfies Answers<
  typeof captchaContract
>

export const securityAnswers = {
  signInCode,
  signInByCode,
  signInByGoogle,
  forgottenCode,
  resetForgotten,
  passwordCode,
  changePassword,
  changePasswordByGoogle,
  profileCode,
  editProfile,
  preferences,
  googleSecret,
  bindGoogle,
  checkGoogle,
  unbindGoogle,
  listSessions,
  endSessions,
} satisfies Answers<typeof securityContract>

export const passkeyAnswers = {
  beginPasskeySignIn,
  signInByPasskey,
  beginStepUp,
  finishStepUp,
  listPasskeys,
  passkeyCode,
  checkPasskeyCode,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
} satisfies Answers<typeof passkeysContract>

export const closingAnswers = { closingState, closingCode, closeAccount } satisfies Answers<typeof closingContract>

export const verificationAnswers = { uploadPaper, showPaper, submitIdentity, identityStatus } satisfies Answers<
  typeof verificationContract
>

export const caseAnswers = {
  listCases,
  showCase,
  revealCase,
  casePaper,
  takeCase,
  decideCase,
  saveCardholder,
} satisfies Answers<typeof casesContract>

export const leavingAnswers = {
  listLeaving,
  showLeaving,
  askClosingPayout,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
  finishClosing,
} satisfies Answers<typeof leavingContract>

export const module = {
  calls: [
    answered(identityContract, answers),
    answered(captchaContract, captchaAnswers),
    answered(securityContract, securityAnswers),
    answered(passkeysContract, passkeyAnswers),
    answered(closingContract, closingAnswers),
    answered(verificationContract, verificationAnswers),
    answered(casesContract, caseAnswers),
    answered(leavingContract, leavingAnswers),
  ],
  jobs: { 'identity.textHolder': sendToHolder, 'identity.sendText': sendText },
  sweeps: {
    'identity.forgetProofs': { every: 'hour', work: () => forgetProofs(db, ago(DAY)) },
    'identity.forgetChallenges': { every: 'hour', work: () => forgetChallenges(db, ago(DAY)) },
    'identity.forgetAttempts': { every: 'hour', work: async () => void (await forgetAttempts(db, ago(2 * DAY))) },
    // Longer than a receipt is accepted, so that none is counted twice.
    'identity.forgetReceipts': { every: 'day', work: () => forgetReceipts(db, ago(7 * DAY)) },
    'identity.forgetBrowsers': { every: 'day', work: () => forgetBrowsers(db, ago(90 * DAY)) },
    'identity.emptyLeavingWallets': { every: 'hour', work: async () => void (await emptyLeavingWallets()) },
    'identity.forgetPeople': { every: 'hour', work: async () => void (await forgetPeople()) },
    'identity.forgetLooseFiles': { every: 'day', work: async () => void (await forgetLooseFiles(db, ago(7 * DAY))) },
    'identity.expireVerifications': { every: 'hour', work: async () => void (await expireVerifications()) },
    'identity.forgetSessions': { every: 'day', work: () => forgetSessions(db, ago(30 * DAY)) },
  },
  metrics: [textMetrics],
  proofs: [...loginProofs, ...closingProofs],
  approvals: { 'closing.payout': closingPayoutApproval, 'identity.business': businessIdentityApproval },
  queues: [
    {
      queue: 'identity',
      name: { cn: '实名审核', en: 'Identity' },
      for: ['staff:identity.make'],
      slaMs: DAY, // docs/reference/numbers.md#desk
      path: '/identity',
      waiting: () => waitingCases(db),
    },
    {
      queue: 'leaving',
      name: { cn: '注销退款', en: 'Closing accounts' },
      for: ['staff:money.make'],
      // The holder is told five days; two of them are the bank's.
      slaMs: 3 * DAY,
      path: '/leaving',
      waiting: () => waitingForPayout(db),
    },
  ],
  ports: { 'ledger.afterCredit': afterCredit, 'ledger.moneyFreed': afterMoneyFreed },
} satisfies Module
