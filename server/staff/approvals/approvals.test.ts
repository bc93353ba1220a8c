import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as z from 'zod'
import { approvalKindNames, approvalKinds, type ApprovalKindRow } from '#contract/staff/approvals.ts'
import { keysOfRoles, staffRoleNames } from '#contract/core/staffRoles.ts'
import { ignoreTriggers, owner } from '#test/database.ts'
import { approves, auditOf, newStaff, rejects, someApproval } from '#test/fixtures/staff.ts'
import { refused } from '#test/refused.ts'
import { withWorld } from '#test/world.ts'
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { compose } from '#server/core/composition.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { composition } from '#server/modules.ts'
import { prove } from '#server/ledger/ledger.ts'
import { refuse } from '#contract/core/refusals.ts'
import { approvalAnswers, staffAnswers } from '../module.ts'
import { approvable, type ApprovableSpec } from './approvable.ts'
import { expireApprovals } from './decide.ts'

withWorld({ connections: 12 })

/** A kind used only in these tests, with a price: the table is extended for them. */
const widened = approvalKinds as unknown as Record<string, ApprovalKindRow>
const done: string[] = []
type Note = { note: string; cents: number }
const spec: ApprovableSpec<Note> = {
  payload: z.object({ note: z.string(), cents: z.int() }),
  shows: (_, { note, cents }) => ({
    target: note,
    amountCents: cents,
    lines: [{ label: { cn: '金额', en: 'Amount' }, before: null, after: String(cents) }],
  }),
  apply: async (_, { note }, { maker, checker }) => {
    if (note === 'refused below') throw refuse('insufficient_wallet')
    done.push(`${note} by ${maker.staffId} and ${checker.staffId}`)
  },
  dropped: async (_, { note }, why) => void done.push(`${note} ${why}`),
}
const inTable = [...approvalKindNames]
widened['test.money'] = {
  name: { cn: '测试', en: 'Test' },
  make: 'staff:money.make',
  check: 'staff:money.check',
  manyFromCents: 1000_00,
  perDay: { count: 5, cents: 3000_00 },
}
approvalKindNames.push('test.money' as never)
const testing = approvable('test.money' as never, spec)
before(() => compose({ ...composition, approvals: { ...composition.approvals, 'test.money': testing } as never }))
const asksFor = (maker: Parameters<typeof testing.propose>[1], note: string, cents = 100): Promise<string> =>
  transaction((tx) => testing.propose(tx, maker, { note, cents }, 'because'))

const makers = () => newStaff(['FIN_MAKER', 'FIN_CHECKER'])
const stateOf = async (approvalId: string): Promise<string> =>
  (await sql<{ state: string }>`SELECT state FROM approval WHERE approval_id = ${approvalId}`.execute(db)).rows[0]!
    .state

describe('four eyes', () => {
  it('one makes, another checks, and what was frozen is done', async () => {
    const [boss, auditor, about] = [await newStaff(['ADMIN']), await newStaff(['AUDITOR']), await newStaff(['SUPPORT'])]
    const { approvalId } = await transaction((tx) =>
      staffAnswers.changeStaffRoles(
        boss,
        { staffId: about.staffId, roles: ['KYC', 'SUPPORT'], reason: 'learns more' },
        tx,
      ),
    )
    const seen = await approvalAnswers.showApproval(auditor, { approvalId })
    assert.deepEqual(seen.diff, [{ label: 'Roles', before: 'Support', after: 'Identity review, Support' }])
    assert.equal(seen.mayDecide, 'yes')
    assert.deepEqual((await approves(auditor, approvalId)).state, 'APPROVED')
    const { rows } = await sql<{ roles: string[] }>`SELECT roles FROM staff WHERE staff_id = ${about.staffId}`.execute(
      db,
    )
    assert.deepEqual(rows[0]!.roles, ['KYC', 'SUPPORT'])
    assert.deepEqual(await auditOf(boss), [`PROPOSE ${about.loginName}`])
    assert.deepEqual(await auditOf(auditor), [`STAFF ${about.loginName}`, `APPROVE ${about.loginName}`])
    await refused('approval_decided', approves(await newStaff(['AUDITOR']), approvalId))
  })

  it('nobody checks what they made, whatever roles they hold, not even with their hands in the database', async () => {
    const everything = await newStaff()
    const approvalId = await someApproval(everything)
    await refused('own_approval', approves(everything, approvalId))
    await refused('own_approval', rejects(everything, approvalId))
    assert.equal((await approvalAnswers.showApproval(everything, { approvalId })).mayDecide, 'own')
    await assert.rejects(
      sql`INSERT INTO approval_vote VALUES (${approvalId}, ${everything.staffId}, true, '', ${new Date()})`.execute(db),
      /does not vote/,
    )
    assert.equal(await stateOf(approvalId), 'WAITING')
  })

  it('a change of roles is not checked by whom it is about', async () => {
    const [boss, about] = [await newStaff(['ADMIN']), await newStaff(['AUDITOR'])]
    const { approvalId } = await transaction((tx) =>
      staffAnswers.changeStaffRoles(boss, { staffId: about.staffId, roles: ['ADMIN'], reason: 'promoted' }, tx),
    )
    await refused('own_person', approves(about, approvalId))
    assert.equal(await stateOf(approvalId), 'WAITING', 'and waits for somebody else')
  })

  it('who holds neither key does not see it, who only makes does not decide it', async () => {
    const approvalId = await someApproval()
    await refused('not_found', approves(await newStaff(['CONTENT']), approvalId))
    await refused('not_found', approvalAnswers.showApproval(await newStaff(['CONTENT']), { approvalId }))
    const [one, two] = [await makers(), await newStaff(['FIN_MAKER'])]
    await refused('not_permitted', approves(two, await asksFor(one, 'plain')))
    await refused('not_permitted', asksFor(await newStaff(['FIN_CHECKER']), 'plain'))
  })

  it('of two checkers at once one decides, and it is done once', async () => {
    const [one, two, three] = [await makers(), await makers(), await makers()]
    const approvalId = await asksFor(one, 'once')
    const outcomes = await Promise.allSettled([approves(two, approvalId), approves(three, approvalId)])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(done.filter((line) => line.startsWith('once by')).length, 1)
  })

  it('a large amount takes two checkers, each once', async () => {
    const [one, two, three] = [await makers(), await makers(), await makers()]
    const approvalId = await asksFor(one, 'large', 1000_01)
    assert.deepEqual(await approves(two, approvalId), { approvalId, state: 'WAITING', agreed: 1, needs: 2 })
    await refused('approval_decided', approves(two, approvalId))
    assert.equal((await approvalAnswers.showApproval(two, { approvalId })).mayDecide, 'voted')
    assert.equal((await approves(three, approvalId)).state, 'APPROVED')
    assert.deepEqual(
      done.filter((line) => line.startsWith('large')),
      [`large by ${one.staffId} and ${three.staffId}`],
    )
  })

  it('an operation that refuses leaves it waiting, with no vote', async () => {
    const [one, two] = [await makers(), await makers()]
    const approvalId = await asksFor(one, 'refused below')
    await refused('insufficient_wallet', approves(two, approvalId))
    const seen = await approvalAnswers.showApproval(two, { approvalId })
    assert.deepEqual([seen.state, seen.agreed, seen.mayDecide], ['WAITING', 0, 'yes'])
  })

  it('is turned down with a reason, taken back by its maker, or expires, and then frees what it held', async () => {
    const [one, two] = [await makers(), await makers()]
    const [bad, mine, old] = [await asksFor(one, 'bad'), await asksFor(one, 'mine'), await asksFor(one, 'old')]
    await rejects(two, bad, 'the amount is wrong')
    assert.equal((await approvalAnswers.showApproval(one, { approvalId: bad })).votes[0]!.reason, 'the amount is wrong')
    const takeBack = (who: typeof one) =>
      transaction((tx) => approvalAnswers.withdrawApproval(who, { approvalId: mine }, tx))
    await refused('not_found', takeBack(two))
    await takeBack(one)
    const at = nowMs() + 24 * HOUR
    setClock(() => at)
    await refused('approval_decided', approves(two, old))
    assert.ok((await expireApprovals()) >= 1)
    setClock()
    assert.deepEqual(
      [await stateOf(bad), await stateOf(mine), await stateOf(old)],
      ['REJECTED', 'WITHDRAWN', 'EXPIRED'],
    )
    for (const line of ['bad REJECTED', 'mine WITHDRAWN', 'old EXPIRED']) assert.ok(done.includes(line))
  })

  it('one person’s day is capped, by count and by sum, for makers and for checkers, also when all come at once', async () => {
    const [one, two, big] = [await makers(), await makers(), await makers()]
    const asked = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => asksFor(one, `many ${i}`)))
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 5)
    await asksFor(big, 'big 1', 2900_00)
    await refused('day_cap_reached', asksFor(big, 'big 2', 200_00))
    const six = [
      ...(await Promise.all([1, 2].map((i) => asksFor(big, `more ${i}`)))),
      ...asked.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : [])),
    ]
    for (const approvalId of six.slice(0, 5)) await approves(two, approvalId)
    await refused('day_cap_reached', approves(two, six[5]!))
    const tomorrow = nowMs() + DAY
    setClock(() => tomorrow)
    await asksFor(one, 'tomorrow')
    setClock()
  })

  it('while one waits for a thing, another for the same is refused', async () => {
    const [boss, about] = [await newStaff(['ADMIN']), await newStaff(['SUPPORT'])]
    const ask = (roles: ('KYC' | 'RISK')[]) =>
      transaction((tx) => staffAnswers.changeStaffRoles(boss, { staffId: about.staffId, roles, reason: 'moves' }, tx))
    await ask(['KYC'])
    await refused('conflict', ask(['RISK']))
  })

  it('is frozen: a changed payload is refused by the database, and not carried out if the database was made to', async () => {
    const [one, two] = [await makers(), await makers()]
    const approvalId = await asksFor(one, 'frozen', 100)
    const change = sql`UPDATE approval SET payload = jsonb_set(payload, '{cents}', '99900') WHERE approval_id = ${approvalId}`
    await assert.rejects(change.execute(owner), /frozen/)
    await owner.transaction().execute(async (tx) => {
      await ignoreTriggers(tx)
      await change.execute(tx)
    })
    await refused('approval_changed', approves(two, approvalId))
    assert.ok(!done.some((line) => line.startsWith('frozen by')))
  })

  it('the inbox holds what this person can decide, oldest first', async () => {
    const [one, two] = [await makers(), await makers()]
    const mine = await asksFor(one, 'in the inbox')
    const idsIn = async (who: typeof one, scope: 'inbox' | 'mine') =>
      (await approvalAnswers.listApprovals(who, { scope, pageNo: 1, pageSize: 200 })).data.map(
        ({ approvalId }) => approvalId,
      )
    assert.ok(!(await idsIn(one, 'inbox')).includes(mine))
    assert.ok((await idsIn(one, 'mine')).includes(mine))
    const inbox = await idsIn(two, 'inbox')
    assert.ok(inbox.includes(mine))
    assert.deepEqual(inbox, [...inbox].sort(), 'ids are in the order of time')
    const { list } = await staffAnswers.staffQueues(two, {})
    assert.equal(list.find(({ queue }) => queue === 'approvals')!.count, inbox.length)
  })

  it('every kind of the table has a maker and another who checks', () => {
    for (const kind of inTable) {
      const { make, check } = approvalKinds[kind]
      for (const key of [make, check])
        assert.ok(
          staffRoleNames.some((role) => keysOfRoles([role]).has(key)),
          `${kind}: nobody holds ${key}`,
        )
    }
  })

  it('and the books and the chain hold', async () => assert.deepEqual(await prove(), []))
})
