import { OutsideRefused, outside } from '../outside/outside.ts'
import { unseal } from '../core/secrets.ts'
import { partsOf, type Mobile } from './mobiles.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    /** The message and its number, sealed. */
    'identity.sendText': { codeId: string; sealed: string }
  }
}

export async function sendText({ codeId, sealed }: { codeId: string; sealed: string }): Promise<void> {
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
}
