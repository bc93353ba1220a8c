import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { close, closingInput } from '#test/fixtures/closing.ts'
import { bindGoogle } from '#test/fixtures/google.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { caller, newAccount, signedIn, signIn, subOf, textsTo, withWorld } from '#test/world.ts'
import { DAY, MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { balancesOf, hold, prove, tenant, wallet } from '#server/ledger/ledger.ts'
import { authenticate } from '../identity.ts'
import { closingAnswers as answers } from '../module.ts'
import { signUpCode } from '../signIn/signUp.ts'
import { forgetPeople } from './forgetPeople.ts'

withWorld()
after(() => setClock())

const money = async (accountId: string) =>
  (await balancesOf(db, [wallet(accountId), tenant('2410', accountId)])).map(({ posted }) => posted)

describe('closing an account', () => {
  it('makes the balance payable, leaves the owner looking on, and says so in the books and the log', async () => {
    const person = await newAccount({ balanceCents: 12_345 })
    const here = { ...person, ...(await signedIn(person)) }
    const there = await signIn(person)
    assert.deepEqual((await answers.closingCode(here, {})).blockers, [])
    const { caseId, status } = await close(here, await closingInput(here))
    assert.equal(status, 'CLOSING')
    assert.deepEqual(await money(person.accountId), [0, 12_345])
    assert.equal((await authenticate(here.token, caller())).standing, 'CLOSING')
    await assert.rejects(authenticate(there.access_token, caller()), refusedAs('login_frozen'))
    const { rows } = await sql<{ type: string; target: string; amount_cents: number }>`
      SELECT type, target, amount_cents FROM operate_log WHERE account_id = ${person.accountId}`.execute(db)
    assert.deepEqual(rows, [{ type: 'CLOSE', target: caseId, amount_cents: 12_345 }])
    assert.deepEqual(await prove(), [])
  })

  it('names everything that stands in the way, and sends no code then', async () => {
    const person = await newAccount({ balanceCents: 5000 })
    await subOf(person)
    await transaction((tx) =>
      hold(tx, { on: wallet(person.accountId), amount: 1000, biz: { type: 'test', id: 'open' } }),
    )
    const { blockers, codeId } = await answers.closingCode(person, {})
    assert.equal(codeId, '')
    assert.equal((await textsTo(person.mobile)).length, 0)
    assert.deepEqual(
      blockers.map(({ type, count }) => [type, count]),
      [
        ['HOLDS', 1],
        ['SUBS', 1],
      ],
    )
    const refused = await close(person, await closingInput(person)).catch(
      (error: { data: { blockers: unknown } }) => error.data,
    )
    assert.deepEqual((refused as { blockers: unknown }).blockers, blockers)
    assert.deepEqual((await money(person.accountId))[1], 0)
  })

  it('takes the number of the account, the code and, where it is bound, the app', async () => {
    const person = await newAccount()
    await answers.closingCode(person, {})
    const input = await closingInput(person)
    await assert.rejects(close(person, { ...input, confirmText: 'yes' }), refusedAs('invalid', 'confirmText'))
    await assert.rejects(
      close(person, { ...input, code: input.code === '111111' ? '222222' : '111111' }),
      refusedAs('code_wrong'),
    )
    await bindGoogle(person)
    await assert.rejects(close(person, input), refusedAs('step_up'))
  })

  it('happens once, however often it is asked at the same moment', async () => {
    const person = await newAccount({ balanceCents: 700 })
    await answers.closingCode(person, {})
    const input = await closingInput(person)
    const ends = await Promise.all([1, 2, 3, 4].map(() => endOf(close(person, input))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1, String(ends))
    assert.deepEqual(await money(person.accountId), [0, 700])
  })

  it('with nothing to pay out forgets the person after 30 days and not before; with money waiting never', async () => {
    const [person, rich] = [await newAccount(), await newAccount({ balanceCents: 900 })]
    for (const one of [person, rich]) {
      await answers.closingCode(one, {})
      await close(one, await closingInput(one))
    }
    assert.equal(await forgetPeople(), 0)
    setClock(() => Date.now() + 30 * DAY + MINUTE)
    assert.equal(await forgetPeople(), 1)
    setClock()
    await assert.rejects(signIn(person), refusedAs('credentials_wrong'))
    const { rows } = await sql<{ text: string }>`
      SELECT account::text || login::text AS text FROM account JOIN login USING (cell, account_id) WHERE account_id = ${person.accountId}`.execute(
      db,
    )
    assert.ok(!rows[0]!.text.includes(person.name))
    await signUpCode({ kind: 'stranger', from: caller() }, { mobile: person.mobile, area: '86', ticket: undefined })
    assert.ok((await textsTo(person.mobile))[0]!.code, 'the number is free for a new account')
    assert.deepEqual(await prove(), [])
  })
})
