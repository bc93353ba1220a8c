/** Every call × every kind of caller × own and other people's things: refused or granted exactly as the tables say. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { call, isStaffWho, nothing, type Call } from '#contract/core/call.ts'
import * as cards from '#contract/cards/cards.ts'
import * as enrolment from '#contract/staff/enrolment.ts'
import * as staffPasskeys from '#contract/staff/passkeys.ts'
import * as staff from '#contract/staff/staff.ts'
import { availability, elementKeys, type ElementKey, type Standing } from '#contract/core/permissions.ts'
import type { RefusalName } from '#contract/core/refusals.ts'
import { buildApp } from '#server/http/app.ts'
import { now } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { grantSub } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { prove } from '#server/ledger/ledger.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { ask, requestOf, send, withApp, type Answered } from './app.ts'
import {
  aHolder,
  aSub,
  enter,
  expireSub,
  freezeFunds,
  freezeOut,
  opened,
  hold,
  restrict,
  shutDown,
  startClosing,
  type Member,
} from './inputs/actors.ts'
import { cardGroup, forgetTallies, tag, topUpOrder, type Asker } from './inputs/fixtures.ts'
import type { CallName } from './rows.ts'
import { calls, inputs } from './inputs/validInputs.ts'
import { aCoupon, bought, fieldsOf, idsOf, ofAccount, seesNothing, shown, type Owner } from './otherTenants.ts'
import { expectedOfStaff, staffCast, type Clerk } from './inputs/staffActors.ts'

const { calls: modules } = composition

type Kind = 'nobody' | 'parent' | 'sub'
type Player = Asker & {
  name: string
  subUid?: string
  kind: Kind
  standing: Standing
  frozen?: true
  without?: ElementKey
}

describe('who may do what', () => {
  const served = withApp()
  const players: Player[] = []
  /** A different account with one of everything. */
  let foreign: Player & Owner
  /** The account whose sub-accounts take part. */
  let ana: Player & Owner
  /** Another of her sub-accounts, also with one of everything. */
  let sibling: Player & Owner
  /** Staff, by role. */
  const clerks: Clerk[] = []
  const counted = { own: 0, 'a sibling’s or the parent’s': 0, 'another tenant’s': 0, 'nobody’s': 0 }
  const count = (owner: Owner | undefined): void => {
    counted[!owner ? 'nobody’s' : owner === foreign ? 'another tenant’s' : 'a sibling’s or the parent’s']++
  }
  let byStaff = 0
  const happy = new Set<CallName>()
  /** Staff calls that only preview, or give a challenge: nothing is changed or recorded. */
  const tries = new Set<CallName>([
    'uploadRailPicture',
    'uploadAttachment',
    'previewHtml',
    'rehearseGiving',
    'priceEffect',
    'beginStaffPasskey',
  ])
  /** The caller would leave: its input stops at the last check, and its own test runs to the end. */
  const ruinous = new Set<CallName>(['closeAccount'])

  const player = async (name: string, member: Member, more: Partial<Player> = {}): Promise<Player> => {
    const kind = member.person.kind
    const [steady, toFreeze, toDelete] = (await opened(served, member, 3)) as [string, string, string]
    const orderNo = kind === 'parent' ? await topUpOrder(served, member) : newId('tup')
    const [gid, tagId] = [await cardGroup(served, member), await tag(served, member)]
    const has = { steady, toFreeze, toDelete, gid, tagId, orderNo, noticeId: await aNotice(member) }
    const made: Player = { name, served, member, kind, standing: 'ACTIVE', has, ...more }
    players.push(made)
    return made
  }

  const owner = async (name: string, member: Member): Promise<Player & Owner> => {
    const made = await player(name, member)
    return Object.assign(made, { bought: await bought(served, made.has.steady), couponId: await aCoupon(member) })
  }

  before(async () => {
    ana = await owner('an account holder', await aHolder())
    await player('another account holder', await aHolder())
    foreign = await owner('a stranger', await aHolder())
    players.pop()
    foreign.subUid = (await aSub(foreign.member)).person.subUid!
    sibling = await owner('a sibling', await aSub(ana.member, elementKeys))
    players.pop()
    await player('a sub-account with every key', await aSub(ana.member, elementKeys))
    const frozen = await player('a frozen sub-account', await aSub(ana.member, elementKeys), { frozen: true })
    await freezeOut(frozen.member)
    const states: [string, Standing, (member: Member) => Promise<void>, Member][] = [
      ['an expired sub-account', 'SUB_EXPIRED', expireSub, await aSub(ana.member, elementKeys)],
      ['a holder shut down', 'SHUTDOWN', shutDown, await aHolder()],
      ['a holder who owes money', 'RESTRICTED', restrict, await aHolder()],
      ['a holder restricted by staff', 'HELD', hold, await aHolder()],
      ['a holder who is leaving', 'CLOSING', startClosing, await aHolder()],
      ['a holder whose funds are frozen', 'FROZEN', freezeFunds, await aHolder()],
    ]
    for (const [name, standing, become, member] of states) {
      await player(name, member, { standing })
      await become(member)
    }
    clerks.push(...(await staffCast(ana)))
    for (const without of new Set(
      calls.map(([, { who }]) => who).filter((who) => who in elementsOf),
    ) as Set<ElementKey>) {
      const sub = await player(`a sub-account without ${without}`, await aSub(ana.member, elementKeys), { without })
      const keys = elementKeys.filter((key) => key !== without)
      const { accountId, subUid } = sub.member.person
      await transaction((tx) => grantSub(tx, accountId, subUid!, { roleId: 'rol_senior', keys, pages: [] }))
    }
  })

  // Files first: later there are hundreds of cards in each.
  const inOrder = calls.toSorted(([, a], [, b]) => Number(b.file ?? false) - Number(a.file ?? false))
  for (const [name, row] of inOrder) {
    test(`${row.on} is for ${row.who}`, async () => {
      const wrong: string[] = []
      // Callers without permission are refused before the input is read, so one input serves all of them. Not at sign-in, where the input identifies the
      // caller.
      let refusedOnes: Promise<Record<string, unknown>> | undefined
      const inputOf = async (one: Asker, expected: string): Promise<Record<string, unknown>> =>
        expected === 'granted' || row.who === 'client'
          ? inputs[name](one)
          : (refusedOnes ??= Promise.resolve(inputs[name](ana)))
      await comeBack(ana)
      for (const one of [nobody(served, ana), ...players.filter((one) => !one.without || one.without === row.who)]) {
        const expected = expectedOf(row, one)
        await comeBack(one)
        const input = await inputOf(one, expected)
        const token = one.kind === 'nobody' ? undefined : one.member.token
        const answer = await ask(served.url, row, input, token)
        counted.own++
        if (answer.code === 200 || (ruinous.has(name) && outcomeOf(answer) === 'invalid')) happy.add(name)
        if (ruinous.has(name) && expected === 'granted' && outcomeOf(answer) === 'invalid') continue
        if (outcomeOf(answer) !== expected) wrong.push(`${one.name}: ${expected} expected, ${said(answer)}`)
        if (expected !== 'granted') wrong.push(...(await refusedThings(row, one, token, input, expected)))
        else if (one.kind !== 'nobody') wrong.push(...(await foreignThings(name, row, one)))
      }
      for (const clerk of clerks) {
        const expected = expectedOfStaff(row, clerk)
        if (!expected) continue
        const token = await clerk.token()
        const input = await inputOf({ ...clerk, deskToken: token }, expected)
        const told = expected === 'granted' && row.method === 'POST' && !tries.has(name)
        const entries = told ? await wordsOfStaff() : 0
        const answer = await ask(served.url, row, input, token)
        counted.own++
        byStaff++
        if (answer.code === 200 && told && (await wordsOfStaff()) === entries)
          wrong.push(`${clerk.name}: done without a word in the audit chain`)
        if (answer.code === 200) happy.add(name)
        if (outcomeOf(answer) !== expected) wrong.push(`${clerk.name}: ${expected} expected, ${said(answer)}`)
        if (!isStaffWho(row.who))
          wrong.push(...(await refusedThings(row, { ...clerk, kind: 'staff' }, token, input, expected)))
      }
      assert.deepEqual(wrong, [])
    })
  }

  /** Owners whose things this caller could reach for; things of the whole account are shared among its people. */
  function othersFor(one: Player, field: string): Owner[] {
    const family = one.kind === 'sub' && !ofAccount.has(field) ? [ana, sibling] : []
    return one.member.person.accountId === foreign.member.person.accountId ? [] : [foreign, ...family]
  }

  /** Someone else's things must look exactly like things that do not exist. */
  async function foreignThings(name: CallName, row: Call, one: Player): Promise<string[]> {
    const wrong: string[] = []
    for (const field of fieldsOf(row)) {
      await comeBack(one)
      const reach = async (owner: Owner | undefined): Promise<Answered> => {
        const id = await idsOf[field]!(owner, name)
        const { requestNo: _, ...input } = await inputs[name](one)
        count(owner)
        return ask(served.url, row, { ...input, [field]: id }, one.member.token)
      }
      const unknown = await reach(undefined)
      const answers: Answered[] = []
      // One after the other, because a new code replaces the previous one.
      for (const owner of othersFor(one, field)) answers.push(await reach(owner))
      for (const answer of answers) {
        if (shown(answer) !== shown(unknown))
          wrong.push(`${one.name}, ${field}: ${said(answer)} differs from ${said(unknown)}`)
        if (!seesNothing(field, answer, one.kind)) wrong.push(`${one.name}, ${field}: sees ${said(answer)}`)
      }
    }
    return wrong
  }

  /** Callers without permission are refused, whatever they reach for. */
  async function refusedThings(
    row: Call,
    { name, kind, member }: Player | (Clerk & { kind: 'staff' }),
    token: string | undefined,
    input: Record<string, unknown>,
    expected: string,
  ): Promise<string[]> {
    const reaching = fieldsOf(row).flatMap((field) =>
      [
        foreign,
        ...(kind === 'sub' && member.person.accountId === ana.member.person.accountId ? [ana, sibling] : []),
      ].map(async (owner) => {
        count(owner)
        // Things that need a call to create are unnecessary for a refusal that comes before the input is read.
        const id = await idsOf[field]!(dear.has(field) ? undefined : owner, 'listCards')
        const answer = await ask(served.url, row, { ...input, [field]: id }, token)
        return outcomeOf(answer) === expected ? [] : [`${name}, ${field}: ${expected} expected, ${said(answer)}`]
      }),
    )
    return (await Promise.all(reaching)).flat()
  }

  test('a token in the address opens nothing but files', async () => {
    for (const [name, row] of calls.filter(([, { who, file }]) => !file && who !== 'public' && who !== 'client')) {
      const sent = requestOf(row, await inputs[name](ana))
      const path = `${row.path}?${row.body === 'query' ? `${sent.path.split('?')[1]}&` : ''}access_token=${ana.member.token}`
      const { text } = await send(served.url, { ...sent, path })
      counted.own++
      assert.equal((JSON.parse(text) as { code: number }).code, 401, row.on)
    }
  })

  test('a number is not revealed and a card not unfrozen where that is stopped', async () => {
    for (const one of players.filter(({ without, frozen }) => !without && !frozen)) {
      for (const [action, row, more] of [
        ['reveal', cards.showCard, { reveal: 1 }],
        ['unfreeze', cards.freezeCard, { frozen: 0 }],
      ] as const) {
        await comeBack(one)
        const answer = await ask(served.url, row, { cardId: one.has.steady, ...more }, one.member.token)
        counted.own++
        const free = action === 'reveal' ? 'STEP_UP' : undefined
        const stopped = one.standing === 'SHUTDOWN' ? 'ACCOUNT_SHUTDOWN' : 'ACCOUNT_CLOSING'
        const expected = availability[action][one.standing] ? free : stopped
        assert.equal(answer.data['reason'], expected, `${one.name} ${action} ${said(answer)}`)
      }
    }
  })

  test('every call was granted to somebody, and the books hold', async (t) => {
    const cells = Object.values(counted).reduce((sum, n) => sum + n, 0)
    t.diagnostic(
      `${cells} cells: ${Object.entries(counted)
        .map(([whose, n]) => `${n} with ${whose}`)
        .join(', ')}; ${byStaff} of them tried by staff`,
    )
    for (const [whose, n] of Object.entries(counted)) assert.ok(n > 100, `no cells with what is ${whose}`)
    assert.deepEqual(
      calls.map(([name]) => name).filter((name) => !happy.has(name)),
      [],
      'never answered happily',
    )
    assert.equal(calls.length, new Set(modules.flatMap(({ contract }) => contract.map(([name]) => name))).size)
    // The holder who is leaving was only called so: their commission was not paid out with a balance.
    await sql`
      UPDATE account SET status = 'ACTIVE'
       WHERE status = 'CLOSING' AND account_id NOT IN (SELECT account_id FROM closing_case)`.execute(db)
    assert.deepEqual(await prove(), [])
  })

  test('a guard that was left out would be seen', async () => {
    const { contract } = modules.find(({ contract }) => contract.some(([name]) => name === 'listFlows'))!
    const row = contract.find(([name]) => name === 'listFlows')![1]
    const opened = contract.map(([name, of]): [string, Call] => [name, of === row ? { ...row, who: 'member' } : of])
    compose({
      ...composition,
      calls: modules.map((calls) => (calls.contract === contract ? { ...calls, contract: opened } : calls)),
    })
    const open = await buildApp({ checkAnswers: true, port: 0 })
    compose(composition)
    const one = players.find(({ without }) => without === 'flow:view')!
    const url = await open.listen({ host: '127.0.0.1', port: 0 })
    const answer = await ask(url, row, {}, one.member.token)
    await open.close()
    assert.deepEqual([outcomeOf(answer), expectedOf(row, one)], ['granted', 'not_permitted'])
  })

  test('a row that does not say who may call it, or has no answer, does not start the server', async () => {
    const row = call({
      on: 'GET /api/nowhere',
      title: '',
      who: 'member',
      input: nothing,
      output: nothing,
      refusals: [],
    })
    const start = async (row: Call, answers: Record<string, never>): Promise<void> => {
      compose({ ...composition, calls: [...modules, { contract: [['nowhere', row]], answers }] })
      try {
        await (await buildApp({ checkAnswers: true, port: 0 })).close()
      } finally {
        compose(composition)
      }
    }
    const answers = { nowhere: async () => ({}) } as unknown as Record<string, never>
    await start(row, answers)
    await assert.rejects(start({ ...row, who: undefined as never }, answers), /does not say who/)
    await assert.rejects(start({ ...row, who: 'card:everything' as never }, answers), /does not say who/)
    await assert.rejects(start(row, {}), /has no answer/)
  })
})

/** Fields whose values need a call to create. */
const dear = new Set(['quoteId', 'fileId', 'disputeId', 'sessionId', 'batchNo', 'roleId'])

const elementsOf = Object.fromEntries(elementKeys.map((key) => [key, true]))

const nobody = (served: Asker['served'], like: Player): Player => ({ ...like, served, name: 'nobody', kind: 'nobody' })

/** For people who have no session yet, so that whose account is frozen does not matter. */
const ofStaffBeforeSignIn = new Set<Call>([
  staff.staffSignIn,
  staffPasskeys.beginStaffPasskeySignIn,
  staffPasskeys.staffSignInByPasskey,
  enrolment.showEnrolment,
  enrolment.enrolStaff,
])

const standingRefusals = {
  ACTIVE: 'conflict',
  RESTRICTED: 'account_restricted',
  HELD: 'account_held',
  SHUTDOWN: 'account_shutdown',
  SUB_EXPIRED: 'sub_expired',
  CLOSING: 'account_closing',
  FROZEN: 'funds_frozen',
} as const satisfies Record<Standing, RefusalName>

/** The expected result, derived independently from the tables, in the order in which the server decides. */
function expectedOf(row: Call, one: Player): RefusalName | 'granted' {
  if (row.who === 'public' || ofStaffBeforeSignIn.has(row)) return 'granted'
  if (isStaffWho(row.who)) return 'signed_out' // a token of this kind means nothing there
  if (row.who === 'client') return one.frozen ? 'login_frozen' : 'granted'
  if (one.kind === 'nobody') return 'signed_out'
  if (one.frozen) return 'login_frozen'
  if (row.who === 'parent' || row.who === 'sub') {
    if (one.kind !== row.who) return 'kind_not_allowed'
  } else if (one.without === row.who) return 'not_permitted'
  return availability[row.action ?? 'view'][one.standing] ? 'granted' : standingRefusals[one.standing]
}

const outcomeOf = ({ code, data }: Answered): string =>
  code === 200 ? 'granted' : String(data['reason']).toLowerCase()
const said = (answer: Answered): string => `${outcomeOf(answer)} ${JSON.stringify(answer.data).slice(0, 300)}`

/** Some calls end the caller's session, and signing in again ends old ones. */
async function comeBack(one: Player): Promise<void> {
  if (one.kind === 'nobody' || one.frozen) return
  const { rows } = await sql<{ live: boolean }>`
    SELECT true AS live FROM session WHERE login_id = ${one.member.person.loginId} AND revoked_why IS NULL
       AND access_hash = sha256(convert_to(${one.member.token}, 'UTF8'))`.execute(db)
  if (rows.length) return
  await forgetTallies()
  one.member = await enter(one.member.person)
}

/** Returns the number of entries in the audit chain. */
const wordsOfStaff = async (): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM staff_audit`.execute(db)).rows[0]!.n

async function aNotice({ person }: Member): Promise<string> {
  const id = newId('ntp')
  await sql`
    INSERT INTO notice (cell, account_id, notice_id, login_id, event, biz_type, biz_id, level, must_read, title_cn, title_en, html_cn, html_en, starts_at, created_at)
    VALUES (${cellOf(person.accountId)}, ${person.accountId}, ${id}, ${person.loginId}, 'welcome', '', '', 'INFO', false, '一', 'One', '一', 'One', ${now()}, ${now()})`.execute(
    db,
  )
  return id
}
