import type { Lang } from '#contract/core/fields.ts'
import type { ElementKey, PageId, Standing } from '#contract/core/permissions.ts'
import type { StaffKey, StaffRole } from '#contract/core/staffRoles.ts'

/**
 * Who is acting, built by app.ts from the session and never from the input. `accountId` is the tenant (the parent
 * account); a sub-account acts with the parent's money, so the two ids are both here (docs/reference/threats.md#t6).
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
  /** Everything, for a parent. */
  readonly may: ReadonlySet<ElementKey>
  readonly pages: readonly PageId[]
  /** Of a sub-account: which version of its rights these are. */
  readonly grant?: number
  readonly standing: Standing
  readonly from: Caller
}

/** One of the service's own people, at the staff's desk. Belongs to no account: which one is meant stands in the input. */
export type Staff = {
  readonly kind: 'staff'
  readonly staffId: string
  readonly sessionId: string
  readonly loginName: string
  /** For the logs, in both languages' one form: `李静 Li Jing`. */
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly may: ReadonlySet<StaffKey>
  readonly from: Caller
}

/** Where a request comes from: known also of those who are not signed in. */
export type Caller = {
  readonly lang: Lang
  readonly ip: string
  readonly device: string
  /** What the browser calls itself, where it signs in (`BROWSER_HEADER`). */
  readonly browser?: string | undefined
}

/** What an answer to a `public` or `client` call is given in place of an actor. */
export type Stranger = { readonly kind: 'stranger'; readonly from: Caller }
