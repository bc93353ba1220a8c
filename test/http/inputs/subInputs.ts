/** Inputs for calls about sub-accounts. */
import * as subaccounts from '#contract/subaccounts/subaccounts.ts'
import type { Call } from '#contract/core/call.ts'
import { MINUTE, now, nowMs } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { subInput } from '#test/fixtures/subaccounts.ts'
import { PASSWORD, subOf, type Person } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { someRequestNo } from './actors.ts'
import { aFreshCode, nothing, withCode, type InputRecipe } from './fixtures.ts'

type SubCall = {
  [N in keyof typeof subaccounts]: (typeof subaccounts)[N] extends Call ? N : never
}[keyof typeof subaccounts]

export const subInputs: Record<SubCall, InputRecipe> = {
  listSubs: nothing,
  sendSubCode: aFreshCode,
  subOptions: nothing,
  priceSeats: async () => {
    await roomForSubs()
    return { months: 2 }
  },
  addSub: async ({ served, member }) => {
    await roomForSubs()
    const { code } = await withCode(served, member, subaccounts.sendSubCode)
    return { ...subInput(code as string), requestNo: someRequestNo() }
  },
  freezeSub: async ({ member }) => ({ subUid: await spareSub(member.person), frozen: 1 }),
  resetSubPassword: async ({ served, member }) => ({
    subUid: await spareSub(member.person),
    password: PASSWORD,
    code: (await withCode(served, member, subaccounts.sendSubCode)).code,
  }),
  renewSubs: async ({ member }) => ({ subUid: await spareSub(member.person), months: 1, requestNo: someRequestNo() }),
  editSub: async ({ member }) => ({ subUid: await spareSub(member.person), roleId: 'rol_viewer', remark: 'for shops' }),
  handOverCards: async ({ member }) => ({ cardIds: await aCardToHandOver(member.person) }),
  askParent: () => ({ kind: 'FUNDS', amount: 5000, requestNo: someRequestNo() }),
  listAsks: nothing,
  answerAsk: async ({ member }) => ({ askId: await anAsk(member.person), grant: 1, requestNo: someRequestNo() }),
  undoAnswer: async ({ member }) => ({ askId: await anAsk(member.person, 'DENIED'), requestNo: someRequestNo() }),
}

/** A test has more sub-accounts than a plan allows. */
const roomForSubs = () => sql`UPDATE plan_terms SET max_seats = 1000 WHERE code = 'PRO'`.execute(owner)

const spares = new Map<string, string>()
/** A sub-account of an account that is otherwise not used. */
async function spareSub(person: Person): Promise<string> {
  const known = spares.get(person.accountId) ?? (await subOf(person)).subUid
  spares.set(person.accountId, known)
  return known
}

async function anAsk(person: Person, status: 'OPEN' | 'DENIED' = 'OPEN'): Promise<string> {
  const askId = newId('ask')
  const subUid = await spareSub(person)
  await sql`DELETE FROM sub_ask WHERE sub_uid = ${subUid} AND status = 'OPEN'`.execute(owner)
  await sql`
    INSERT INTO sub_ask (cell, ask_id, account_id, sub_uid, kind, amount_cents, status, created_at, answered_at, undo_until)
    VALUES (${cellOf(person.accountId)}, ${askId}, ${person.accountId}, ${subUid}, 'BUDGET', 5000, ${status}, ${now()},
            ${status === 'OPEN' ? null : now()}, ${status === 'OPEN' ? null : new Date(nowMs() + MINUTE)})`.execute(db)
  return askId
}

/** A card that already belongs to the account itself, so that its owner does not change. */
async function aCardToHandOver({ accountId }: Person): Promise<string> {
  const { rows } = await sql<{ card_id: string }>`
    SELECT card_id FROM card
     WHERE account_id = ${accountId} AND owner_sub_uid IS NULL AND status = 'ACTIVE' LIMIT 1`.execute(db)
  return rows[0]?.card_id ?? newId('crd')
}
