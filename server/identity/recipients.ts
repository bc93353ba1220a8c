import type { Lang, Words } from '#contract/core/fields.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import { OutsideRefused, outside } from '../outside/outside.ts'
import { partsOf, unsealMobile } from './mobiles.ts'
import { accountById, loginById, loginMadeAt, parentLoginOf } from './queries.ts'

export type Recipient = { loginId: string; accountId: string; lang: Lang }

/** Whom news are for, and in which language. A sub-account reads what its account reads. */
export async function recipientOf(
  on: Database | Tx,
  { accountId, loginId }: { accountId: string; loginId?: string | undefined },
): Promise<Recipient> {
  const [{ lang }, login] = await Promise.all([
    accountById(on, accountId),
    loginId === undefined ? parentLoginOf(on, accountId) : loginById(on, loginId),
  ])
  return { loginId: login.login_id, accountId, lang }
}

/** To that login's own phone. Not a secret: who reads the job reads no number. */
export async function textTo({ loginId, lang }: Recipient, text: Words): Promise<void> {
  const login = await loginById(db, loginId)
  const { area, number } = partsOf(unsealMobile(loginId, login.mobile_enc))
  try {
    await outside.sms.send({ area, mobile: number, text: text[lang] })
  } catch (error) {
    // A number that cannot be reached stays so; anything else is tried again.
    if (!(error instanceof OutsideRefused)) throw error
  }
}

export const loginSince = (on: Database | Tx, loginId: string): Promise<Date> => loginMadeAt(on, loginId)
