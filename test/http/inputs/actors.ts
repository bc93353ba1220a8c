/** The callers: signed-in people of every kind, with cards of their own that the issuer has really created. */
import { randomBytes } from 'node:crypto'
import type { ElementKey } from '#contract/core/permissions.ts'
import * as cards from '#contract/cards/cards.ts'
import type { Input } from '#contract/core/call.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import { issuerOf, numberAt } from '#server/outside/outside.ts'
import { coversDebt } from '#test/fixtures/debts.ts'
import { freezesFunds } from '#test/funds.ts'
import { freeze, newAccount, signIn, subOf, type Person } from '#test/world.ts'
import { granted, workOff, type Served } from '../app.ts'

export type Member = { person: Person; token: string; refreshToken: string }

export const someRequestNo = (): string => `test-${randomBytes(8).toString('hex')}`

/** Returns a funded account that may have hundreds of cards. */
export async function aHolder(balanceCents = 500_000_00): Promise<Member> {
  const person = await newAccount({ balanceCents, plan: 'PRO' })
  await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${person.accountId}`.execute(db)
  return enter(person)
}

export const aSub = async (parent: Member, keys?: readonly ElementKey[]): Promise<Member> =>
  enter(await subOf(parent.person, keys ? { keys } : {}))

export async function enter(person: Person): Promise<Member> {
  const { access_token: token, refresh_token: refreshToken } = await signIn(person)
  return { person, token, refreshToken }
}

type OpenInput = Input<typeof cards.openCard>
export const aCardInput = (change: Partial<OpenInput> = {}): OpenInput => ({
  vid: 'VISA-US-1',
  rechargeAmount: 5000,
  firstName: 'Ana',
  lastName: 'Lopez',
  street: '1 Cedar Avenue',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  requestNo: someRequestNo(),
  ...change,
})

/** Returns open, loaded cards of this member. */
export async function opened(
  { url }: Served,
  { token }: Member,
  count: number,
  rechargeAmount = 5000,
): Promise<string[]> {
  const made: string[] = []
  for (let i = 0; i < count; i++) {
    const { cardId } = await granted<{ cardId: string }>(url, cards.openCard, aCardInput({ rechargeAmount }), token)
    made.push(cardId)
  }
  await workOff()
  return made
}

/** The card details given to a merchant; only the issuer knows them. */
export type Plastic = { cardNumber: string; cvc: string; expMonth: number; expYear: number }

export async function plasticOf(cardId: string): Promise<Plastic> {
  const { rows } = await sql<{ ref: string }>`SELECT issuer_ref AS ref FROM card WHERE card_id = ${cardId}`.execute(db)
  const { pan, cvc, exp } = await numberAt(issuerOf('simulated'), rows[0]!.ref, { actorId: 'test', reason: 'test' })
  return { cardNumber: pan, cvc, expMonth: exp[0], expYear: exp[1] }
}

/** Triggers something at the simulators: a purchase, a clearing, a refund. */
export async function happens<T>({ simulators }: Pick<Served, 'simulators'>, path: string, body: object): Promise<T> {
  const response = await fetch(simulators.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as T
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}
export type Purchase = { authorizationId: string; approved: boolean; reason?: string; isoCode: string }

export const freezeOut = ({ person }: Member): Promise<void> => freeze(person)
export const expireSub = async ({ person }: Member): Promise<void> =>
  void (await sql`UPDATE sub_account SET expires_at = ${ago(DAY)} WHERE sub_uid = ${person.subUid}`.execute(db))
export const shutDown = async ({ person }: Member): Promise<void> =>
  void (await transaction((tx) => changeAccount(tx, person.accountId, { risk: 'SHUTDOWN' })))
/** More than the account has: returned money pays the debt, and a debt that is paid lifts the restriction. */
const DEBT_CENTS = 1_000_000_00
export const restrict = async ({ person: { accountId } }: Member): Promise<void> => {
  await coversDebt(DEBT_CENTS)
  await transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_REVERSED',
      accountId,
      biz: { type: 'test', id: accountId },
      lines: [debit(tenant('1310', accountId), DEBT_CENTS), credit(platform('1020', 'test-bank'), DEBT_CENTS)],
    })
    await changeAccount(tx, accountId, { restricted: true })
  })
}
export const hold = async ({ person }: Member): Promise<void> =>
  void (await transaction((tx) => changeAccount(tx, person.accountId, { held: true })))
export const freezeFunds = ({ person }: Member): Promise<void> => freezesFunds(person)
export const startClosing = async ({ person }: Member): Promise<void> =>
  void (await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${person.accountId}`.execute(db))
