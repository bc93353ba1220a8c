import { db } from '../core/db.ts'
import { mobileHash, typedMobile } from './mobiles.ts'
import { loginByMobile, loginByName, type LoginRow } from './queries.ts'

/** Whose name somebody typed, if anybody's. */
export const findLogin = (username: string): Promise<LoginRow | undefined> => {
  const mobile = typedMobile(username)
  return mobile ? loginByMobile(db, mobileHash(mobile)) : loginByName(db, username)
}

export const idsOf = ({ account_id, login_id }: LoginRow) => ({ accountId: account_id, loginId: login_id })
