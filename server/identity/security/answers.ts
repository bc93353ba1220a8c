import type * as contract from '../../../contract/security.ts'
import type { Answers } from '../../answer.ts'
import { bindGoogle, googleSecret } from '../google/bindGoogle.ts'
import { checkGoogle, unbindGoogle } from '../google/checkGoogle.ts'
import { changePassword, changePasswordByGoogle, passwordCode } from './changePassword.ts'
import { editProfile, preferences, profileCode } from './editProfile.ts'
import { endSessions, listSessions } from './endSessions.ts'
import { forgottenCode, resetForgotten } from './forgotten.ts'
import { signInByCode, signInCode } from './signInByCode.ts'
import { signInByGoogle } from './signInByGoogle.ts'

export const answers = {
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
} satisfies Answers<typeof contract>
