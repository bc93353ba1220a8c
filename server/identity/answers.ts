import type * as contract from '../../contract/identity.ts'
import type { Answers } from '../answer.ts'
import { refresh } from './refresh.ts'
import { rememberChallenge } from './remember.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { signUp } from './signUp.ts'
import { signUpCode } from './signUpCode.ts'
import { userInfo } from './userInfo.ts'

export const answers = {
  signUpCode,
  signUp,
  signIn,
  rememberChallenge,
  refresh,
  refreshToken: refresh,
  signOut,
  userInfo,
} satisfies Answers<typeof contract>
