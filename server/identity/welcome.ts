import type { LoginType } from '#contract/audit/audit.ts'
import { flag } from '#contract/core/fields.ts'
import type { Caller } from '../core/actor.ts'
import { browserOf, logSignIn } from '../audit/audit.ts'
import { transaction, type Tx } from '../core/db.ts'
import { notify } from '../core/news.ts'
import { idsOf } from './findLogin.ts'
import type { LoginRow } from './queries.ts'
import { newRemember, type RememberLine } from './remember.ts'
import { openSession } from './sessions.ts'

type Way = {
  type: LoginType
  autoLogin: boolean
  newDevice?: boolean
  /** Done in the same transaction, before the session begins: a code that is used up. */
  first?: (tx: Tx) => Promise<void>
}

/** The session, its row in the log, and news of a device that was never seen. */
export const welcome = (
  { login, line }: { login: LoginRow; line?: RememberLine | undefined },
  from: Caller,
  { type, autoLogin, newDevice = false, first }: Way,
) =>
  transaction(async (tx) => {
    await first?.(tx)
    const { sessionId: _, ...tokens } = await openSession(tx, login, from)
    await logSignIn(tx, { type, login: idsOf(login), from })
    if (newDevice) await notify(tx, idsOf(login), 'login_new_device', { device: browserOf(from.device), ip: from.ip })
    const remembered = autoLogin && line ? await newRemember(tx, login.login_id, from, line) : undefined
    return {
      ...tokens,
      userId: login.sub_uid ?? login.user_no,
      nickname: login.nickname,
      subAccount: flag(login.kind === 'SUB'),
      googleRequired: flag(false),
      ...(remembered && { password: remembered }),
    }
  })
