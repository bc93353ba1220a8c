import type * as contract from '../../../contract/captcha.ts'
import type { Answers } from '../../answer.ts'
import { slideCaptcha } from './slide.ts'
import { textCaptcha } from './text.ts'
import { verifyCaptcha } from './verify.ts'
import { workChallenge } from './work.ts'

export const answers = {
  slideCaptcha,
  textCaptcha,
  workChallenge,
  verifyCaptcha,
} satisfies Answers<typeof contract>
