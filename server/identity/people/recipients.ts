import type { Lang, Words } from '#contract/core/fields.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { deliver, outside } from '#server/outside/outside.ts'
import { later } from '#server/core/jobs.ts'
import { partsOf, unsealMobile } from '../logins/mobiles.ts'
import { loginById, loginMadeAt, parentLoginOf } from '../logins/queries.ts'
import { accountById } from '../queries.ts'

export type Recipient = LoginKey & { lang: Lang }

/** Returns who gets a notification, and in which language. A sub-account uses its account's language. */
export async function recipientOf(
  on: Database | Tx,
  { accountId, loginId }: { accountId: string; loginId?: string | undefined },
): Promise<Recipient> {
  const [{ lang }, login] = await Promise.all([
    accountById(on, accountId),
    loginId === undefined ? parentLoginOf(on, accountId) : loginById(on, { accountId, loginId }),
  ])
  return { loginId: login.login_id, accountId, lang }
}

/** Texts that login's own phone. Not a secret: the job contains no number. */
export async function textTo(to: Recipient, text: Words): Promise<void> {
  const login = await loginById(db, to)
  const { area, number } = partsOf(unsealMobile(login.login_id, login.mobile_enc))
  await deliver('sms', () => outside.sms.send({ area, mobile: number, text: text[to.lang] }))
}

export const loginSince = (on: Database | Tx, login: LoginKey): Promise<Date> => loginMadeAt(on, login)

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Contains no secrets: the number is looked up when the text is sent. */
    'identity.textHolder': { accountId: string; text: Words }
  }
}

/** Queues a text message to the account holder's phone, for news that cannot wait for the next sign-in. */
export const textHolder = (tx: Tx, accountId: string, text: Words): Promise<void> =>
  later(tx, 'identity.textHolder', { accountId, text })

export const sendToHolder = async ({ accountId, text }: { accountId: string; text: Words }): Promise<void> =>
  textTo(await recipientOf(db, { accountId }), text)
