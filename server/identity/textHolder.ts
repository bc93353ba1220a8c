import type { Words } from '#contract/core/fields.ts'
import { db, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { OutsideRefused, outside } from '../outside/outside.ts'
import { partsOf, unsealMobile } from './mobiles.ts'
import { accountById, parentLoginOf } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    /** Nothing that is secret: the number is looked up when the text is sent. */
    'identity.textHolder': { accountId: string; text: Words }
  }
}

/** Leave a text message for the account holder's own phone, for news that cannot wait until somebody looks at the console. */
export const textHolder = (tx: Tx, accountId: string, text: Words): Promise<void> =>
  later(tx, 'identity.textHolder', { accountId, text })

export async function sendToHolder({ accountId, text }: { accountId: string; text: Words }): Promise<void> {
  const [{ lang }, login] = await Promise.all([accountById(db, accountId), parentLoginOf(db, accountId)])
  const { area, number } = partsOf(unsealMobile(login.login_id, login.mobile_enc))
  try {
    await outside.sms.send({ area, mobile: number, text: text[lang] })
  } catch (error) {
    // A number that cannot be reached stays so; anything else is tried again.
    if (!(error instanceof OutsideRefused)) throw error
  }
}
