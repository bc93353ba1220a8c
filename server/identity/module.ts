import * as captchaContract from '#contract/identity/captcha.ts'
import * as closingContract from '#contract/identity/closing.ts'
import * as identityContract from '#contract/identity/identity.ts'
import * as securityContract from '#contract/identity/security.ts'
import * as verificationContract from '#contract/identity/verification.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { slideCaptcha } from './captcha/slide.ts'
import { textCaptcha } from './captcha/text.ts'
import { verifyCaptcha } from './captcha/verify.ts'
import { workChallenge } from './captcha/work.ts'
import { closeAccount, closingCode, closingState } from './closing/closeAccount.ts'
import { forgetPeople } from './closing/forgetPeople.ts'
import { afterCredit, emptyLeavingWallets } from './closing/payable.ts'
import { closingProofs } from './closing/proof.ts'
import { forgetProofs } from './codeQueries.ts'
import { bindGoogle, googleSecret } from './google/bindGoogle.ts'
import { checkGoogle, unbindGoogle } from './google/checkGoogle.ts'
import { forgetAttempts, forgetBrowsers } from './originQueries.ts'
import { refresh } from './refresh.ts'
import { settleRestricted } from './restriction.ts'
import { changePassword, changePasswordByGoogle, passwordCode } from './security/changePassword.ts'
import { editProfile, preferences, profileCode } from './security/editProfile.ts'
import { endSessions, listSessions } from './security/endSessions.ts'
import { forgottenCode, resetForgotten } from './security/forgotten.ts'
import { signInByCode, signInCode } from './security/signInByCode.ts'
import { signInByGoogle } from './security/signInByGoogle.ts'
import { sendText } from './sendText.ts'
import { forgetSessions } from './sessionQueries.ts'
import { rememberChallenge } from './remember.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { signUp } from './signUp.ts'
import { signUpCode } from './signUpCode.ts'
import { sendToHolder } from './textHolder.ts'
import { userInfo } from './userInfo.ts'
import { expireVerifications } from './verification/decideIdentity.ts'
import { showPaper, uploadPaper } from './verification/papers.ts'
import { identityStatus, submitIdentity } from './verification/submitIdentity.ts'
import { forgetLooseFiles } from './verification/verificationQueries.ts'

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

export const captchaAnswers = {
  slideCaptcha,
  textCaptcha,
  workChallenge,
  verifyCaptcha,
} satisfies Answers<typeof captchaContract>

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

export const closingAnswers = { closingState, closingCode, closeAccount } satisfies Answers<typeof closingContract>

export const verificationAnswers = { uploadPaper, showPaper, submitIdentity, identityStatus } satisfies Answers<
  typeof verificationContract
>

export const module = {
  calls: [
    answered(identityContract, answers),
    answered(captchaContract, captchaAnswers),
    answered(securityContract, securityAnswers),
    answered(closingContract, closingAnswers),
    answered(verificationContract, verificationAnswers),
  ],
  jobs: {
    'identity.textHolder': sendToHolder,
    'identity.sendText': sendText,
  },
  sweeps: {
    'identity.forgetProofs': { every: 'hour', work: () => forgetProofs(db, ago(DAY)) },
    'identity.forgetAttempts': { every: 'hour', work: async () => void (await forgetAttempts(db, ago(2 * DAY))) },
    'identity.forgetBrowsers': { every: 'day', work: async () => void (await forgetBrowsers(db, ago(90 * DAY))) },
    'identity.emptyLeavingWallets': { every: 'hour', work: async () => void (await emptyLeavingWallets()) },
    'identity.forgetPeople': { every: 'hour', work: async () => void (await forgetPeople()) },
    'identity.forgetLooseFiles': { every: 'day', work: async () => void (await forgetLooseFiles(db, ago(7 * DAY))) },
    'identity.expireVerifications': { every: 'hour', work: async () => void (await expireVerifications()) },
    'identity.forgetSessions': { every: 'day', work: () => forgetSessions(db, ago(30 * DAY)) },
  },
  proofs: closingProofs,
  ports: { 'ledger.afterCredit': afterCredit, 'ledger.moneyFreed': settleRestricted },
} satisfies Module
