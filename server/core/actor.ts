import type { Lang } from '#contract/core/fields.ts'
import type { ElementKey, PageId, Standing } from '#contract/core/permissions.ts'
import type { StaffKey, StaffRole } from '#contract/core/staffRoles.ts'

/**
 * The actor of a request, built by app.ts from the session and never from the input. `accountId` is the tenant (the parent account); a sub-account acts with
 * the parent's money, so both ids are included (docs/reference/threats.md#t6).
 */
export type Actor = {
  readonly kind: 'parent' | 'sub'
  readonly accountId: string
  readonly loginId: string
  readonly sessionId: string
  /** The nickname, for the operation log. */
  readonly name: string
  /** Set for a sub-account; its cards carry it as `owner_sub_uid`. */
  readonly subUid: string | undefined
  /** A parent has every key. */
  readonly may: ReadonlySet<ElementKey>
  readonly pages: readonly PageId[]
  /** For a sub-account: the version of its grant. */
  readonly grant?: number
  readonly standing: Standing
  readonly from: Caller
}

/** A login and the account that it belongs to. */
export type LoginKey = Pick<Actor, 'accountId' | 'loginId'>
/** In place of the login that a typed name has: what is done for a known name is done for an unknown one as well. */
export const NO_LOGIN: LoginKey = { accountId: '', loginId: '' }

/** A member of staff at the staff desk. Belongs to no account; the account in question comes in the input. */
export type Staff = {
  readonly kind: 'staff'
  readonly staffId: string
  readonly sessionId: string
  readonly loginName: string
  /** For the logs, one form for both languages: `李静 Li Jing`. */
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly may: ReadonlySet<StaffKey>
  /** A passkey is required and there is none yet: `may` is empty until one is added. */
  readonly lacksPasskey: boolean
  readonly from: Caller
}

/** Where a request comes from; also known for callers who are not signed in. */
export type Caller = {
  readonly lang: Lang
  readonly ip: string
  readonly device: string
  /** The browser's identifier on sign-in calls (`BROWSER_HEADER`). */
  readonly browser?: string | undefined
}

/** Takes the place of the actor in answers to `public` and `client` calls. */
export type Stranger = { readonly kind: 'stranger'; readonly from: Caller }
