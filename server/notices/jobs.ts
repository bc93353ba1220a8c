import type { JobTasks, Sweeps } from '../jobs.ts'
import { tellLowBalances } from './preferences/lowBalance.ts'
import { sendDigests, sendMail, sendText } from './preferences/spread.ts'
import { sendEmailCode } from './preferences/email.ts'
import { tell } from './tell.ts'

export const tasks: JobTasks = {
  'notices.tell': tell,
  'notices.text': sendText,
  'notices.mail': sendMail,
  'notices.mailCode': sendEmailCode,
}

export const sweeps: Sweeps = {
  'notices.sendDigests': { every: 'hour', work: sendDigests },
  'notices.tellLowBalances': { every: 'minute', work: tellLowBalances },
}
