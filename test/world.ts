/**
 * People and actions for tests. `withWorld()` gives a file its own database and cheap passwords; a person is an Actor with a password, and signs in for tokens
 * in tests over HTTP. Other modules' helpers belong here too.
 */
import { randomInt } from 'node:crypto'
import { before } from 'node:test'
import { type ElementKey, elementKeys, pagesOf, pagesOfKeys } from '#contract/core/permissions.ts'
import type { PlanCode } from '#contract/plans/plans.ts'
import type { Actor, Caller, Stranger } from '#server/core/actor.ts'
import { ahead, DAY, now } from '#server/core/clock.ts'
import { compose } from '#server/core/composition.ts'
import { sql, transaction, db } from '#server/core/db.ts'
import { answers as identity } from '#server/identity/module.ts'
import {
  authenticate,
  freezeSub,
  grantSub,
  hashPassword,
  mobileOf,
  openAccount,
  openSub,
  useIdentity,
} from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { giveSubscription } from '#server/plans/plans.ts'
import { assignRole } from '#server/roles/roles.ts'
import { unseal, useSecrets } from '#server/core/secrets.ts'
import { withDatabase } from './database.ts'

export const PASSWORD = 'Kaika-test-1'
/** For this process, and the servers that a test starts beside it. */
export const FIELD_KEY: string = Buffer.alloc(32, 1).toString('base64')
export const LOOKUP_KEY: string = Buffer.alloc(32, 2).toString('base64')
let passwordHash: Promise<string> | undefined

/** All modules, a separate database for this test file, fixed secrets, no captcha, and cheap work and passwords. */
export function withWorld(
  options: { captcha?: boolean } & Parameters<typeof withDatabase>[0] = {},
): ReturnType<typeof withDatabase> {
  const { captcha = false, ...database } = options
  const opened = withDatabase(database)
  before(() => {
    compose(composition)
    useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
    useIdentity({ captcha, work: { cost: 16, tries: 4 }, memoryKiB: 64 })
  })
  return opened
}

export const caller = (more: Partial<Caller> = {}): Caller => ({
  lang: 'en',
  ip: '127.0.0.1',
  device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
  ...more,
})
export const stranger = (more: Partial<Caller> = {}): Stranger => ({ kind: 'stranger', from: caller(more) })

/** A mainland number that is unique in this file. */
export const newMobile = (): string => `139${String(randomInt(0, 100_000_000)).padStart(8, '0')}`

export type Person = Actor & { readonly mobile: string; readonly password: string; readonly inviteCode: string }

/** An account holder, optionally with money in the wallet. The actor is not bound to a session; `signIn` returns tokens. */
export async function newAccount({
  balanceCents = 0,
  plan,
  mobile = newMobile(),
  nickname,
}: { balanceCents?: number; plan?: PlanCode; mobile?: string; nickname?: string } = {}): Promise<Person> {
  const hash = await (passwordHash ??= hashPassword(PASSWORD))
  const account = await transaction(async (tx) => {
    const made = await openAccount(tx, { mobile: mobileOf(mobile, '86'), passwordHash: hash, nickname })
    if (plan)
      await giveSubscription(tx, made.accountId, {
        code: plan,
        source: 'STAFF',
        startsAt: now(),
        expiresAt: ahead(365 * DAY),
      })
    return made
  })
  if (balanceCents) await fund(account.accountId, balanceCents)
  return {
    kind: 'parent',
    accountId: account.accountId,
    loginId: account.loginId,
    sessionId: newId('ses'),
    subUid: undefined,
    name: account.nickname,
    may: new Set(elementKeys),
    pages: pagesOf('parent'),
    standing: 'ACTIVE',
    from: caller(),
    mobile,
    password: PASSWORD,
    inviteCode: account.inviteCode,
  }
}

/** Money in the wallet, as from a bank transfer: covered by money at a bank, so the books can still be verified. */
export const fund = (accountId: string, cents: number): Promise<void> =>
  transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_WIRE',
      accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(platform('1020', 'test-bank'), cents), credit(wallet(accountId), cents)],
    })
  })

/** A sub-account of `parent` with exactly these keys, or those of a system role (`rol_viewer` …). */
export async function subOf(
  parent: Person,
  {
    keys,
    role = 'rol_senior',
    expiresAt = ahead(30 * DAY),
    budgetCents,
  }: { keys?: readonly ElementKey[]; role?: string; expiresAt?: Date; budgetCents?: number } = {},
): Promise<Person & { readonly subUid: string }> {
  const hash = await (passwordHash ??= hashPassword(PASSWORD))
  const mobile = newMobile()
  const nickname = `sub ${mobile.slice(-5)}`
  const budget = budgetCents === undefined ? undefined : { cents: budgetCents, period: 'TOTAL' as const }
  const { subUid, loginId } = await transaction(async (tx) => {
    const sub = await openSub(tx, {
      accountId: parent.accountId,
      mobile: mobileOf(mobile, '86'),
      passwordHash: hash,
      nickname,
      roleId: role,
      expiresAt,
      budget,
    })
    if (keys) await grantSub(tx, parent.accountId, sub.subUid, { roleId: role, keys, pages: pagesOfKeys(keys) })
    else await assignRole(tx, { accountId: parent.accountId, subUid: sub.subUid }, role)
    return sub
  })
  const { rows } = await sql<{
    granted_keys: ElementKey[]
  }>`SELECT granted_keys FROM sub_account WHERE sub_uid = ${subUid}`.execute(db)
  const held = rows[0]!.granted_keys
  return {
    ...parent,
    kind: 'sub',
    loginId,
    sessionId: newId('ses'),
    subUid,
    name: nickname,
    may: new Set(held),
    pages: pagesOfKeys(held),
    mobile,
  }
}

export const freeze = (sub: Person): Promise<void> =>
  transaction((tx) => freezeSub(tx, sub.accountId, sub.subUid!, true))

/** Signs in with the password, by the real operation. */
export const signIn = (
  { mobile, password, from }: Person,
  { from: elsewhere, ...more }: Partial<Parameters<typeof identity.signIn>[1]> & { from?: Partial<Caller> } = {},
) =>
  identity.signIn(
    { kind: 'stranger', from: { ...from, ...elsewhere } },
    { username: mobile, password, autoLogin: false, ticket: undefined, ...more },
  )

/** The actor of a fresh session. */
export async function signedIn(person: Person): Promise<Actor & { token: string }> {
  const { access_token: token } = await signIn(person)
  return { ...(await authenticate(token, person.from)), token }
}

/** The texts queued for a mobile, newest first, as its phone would show them. */
export async function textsTo(mobile: string): Promise<{ text: string; code?: string }[]> {
  const { rows } = await sql<{ payload: { codeId: string; sealed: string } }>`
    SELECT payload
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = 'identity.sendText'
     ORDER BY job.id DESC`.execute(db)
  return rows
    .map(
      ({ payload }) =>
        JSON.parse(unseal(payload.codeId, Buffer.from(payload.sealed, 'base64'))) as {
          mobile: string
          text: string
          code?: string
        },
    )
    .filter((message) => message.mobile === `+86${mobile}`)
}
