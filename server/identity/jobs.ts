import { ago, DAY } from '../clock.ts'
import { db } from '../db.ts'
import type { JobTasks, Sweeps } from '../jobs.ts'
import { OutsideRefused, outside } from '../outside/outside.ts'
import { unseal } from '../secrets.ts'
import { forgetPeople } from './closing/forgetPeople.ts'
import { emptyLeavingWallets } from './closing/payable.ts'
import { forgetProofs } from './codeQueries.ts'
import { partsOf, type Mobile } from './mobiles.ts'
import { forgetAttempts, forgetBrowsers } from './originQueries.ts'
import { forgetSessions } from './sessionQueries.ts'
import { forgetLooseFiles } from './verification/verificationQueries.ts'
import { expireVerifications } from './verification/decideIdentity.ts'
import { sendToHolder } from './textHolder.ts'

declare module '../jobs.ts' {
  interface Jobs {
    /** The message and its number, sealed. */
    'identity.sendText': { codeId: string; sealed: string }
  }
}

export const tasks: JobTasks = {
  'identity.textHolder': sendToHolder,
  'identity.sendText': async ({ codeId, sealed }) => {
    const { mobile, text, code } = JSON.parse(unseal(codeId, Buffer.from(sealed, 'base64'))) as {
      mobile: Mobile
      text: string
      code?: string
    }
    const { area, number } = partsOf(mobile)
    try {
      await outside.sms.send({ area, mobile: number, text, ...(code && { code }) })
    } catch (error) {
      // A number that cannot be is the caller's affair; anything else is tried again.
      if (!(error instanceof OutsideRefused)) throw error
    }
  },
}

export const sweeps: Sweeps = {
  'identity.forgetProofs': { every: 'hour', work: () => forgetProofs(db, ago(DAY)) },
  'identity.forgetAttempts': { every: 'hour', work: async () => void (await forgetAttempts(db, ago(2 * DAY))) },
  'identity.forgetBrowsers': { every: 'day', work: async () => void (await forgetBrowsers(db, ago(90 * DAY))) },
  'identity.emptyLeavingWallets': { every: 'hour', work: async () => void (await emptyLeavingWallets()) },
  'identity.forgetPeople': { every: 'hour', work: async () => void (await forgetPeople()) },
  'identity.forgetLooseFiles': { every: 'day', work: async () => void (await forgetLooseFiles(db, ago(7 * DAY))) },
  'identity.expireVerifications': { every: 'hour', work: async () => void (await expireVerifications()) },
  'identity.forgetSessions': { every: 'day', work: () => forgetSessions(db, ago(30 * DAY)) },
}
