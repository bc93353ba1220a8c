import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusedAs } from '#test/refused.ts'
import { caller, newAccount, newMobile, signedIn, signIn, textsTo, withWorld, type Person } from '#test/world.ts'
import { db, sql } from '#server/core/db.ts'
import { authenticate } from '../identity.ts'
import { securityAnswers as answers } from '../module.ts'

withWorld()

const area = '86'
const codeTo = async (mobile: string): Promise<string> => (await textsTo(mobile))[0]?.code ?? '000000'
const edit = (person: Person, change: Partial<Parameters<typeof answers.editProfile>[1]>) =>
  answers.editProfile(person, { code: '000000', area, ...change } as Parameters<typeof answers.editProfile>[1])
const askOld = async (person: Person) => {
  await answers.profileCode(person, { target: 'old', mobile: undefined, area })
  return codeTo(person.mobile)
}

describe('editing the profile', () => {
  it('takes a code, and leaves before and after in the log', async () => {
    const person = await newAccount()
    await assert.rejects(edit(person, { nickname: 'Mei' }), refusedAs('code_wrong', 'code'))
    assert.equal((await edit(person, { code: await askOld(person), nickname: 'Mei' })).nickname, 'Mei')
    const { rows } = await sql<{ before: { nickname: string }; after: { nickname: string } }>`
      SELECT before, after FROM operate_log WHERE account_id = ${person.accountId} AND type = 'PROFILE'`.execute(db)
    assert.deepEqual([rows[0]!.before.nickname, rows[0]!.after.nickname], [person.name, 'Mei'])
  })

  it('moves to another mobile behind a code to each, tells both phones and ends other sessions', async () => {
    const person = await newAccount()
    const here = { ...person, ...(await signedIn(person)) }
    const there = await signIn(person)
    const mobile = newMobile()
    const code = await askOld(here)
    await answers.profileCode(here, { target: 'new', mobile, area })
    const newCode = await codeTo(mobile)
    await assert.rejects(edit(here, { code, mobile, newCode: '000000' }), refusedAs('code_wrong', 'newCode'))
    assert.equal((await edit(here, { code, mobile, newCode })).mobile, `${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
    assert.ok(await signIn({ ...person, mobile }))
    await assert.rejects(signIn(person), refusedAs('credentials_wrong'))
    await assert.rejects(authenticate(there.access_token, caller()), refusedAs('revoked'))
    for (const phone of [mobile, person.mobile])
      assert.match((await textsTo(phone))[0]!.text, /Your mobile number is now/)
  })

  it('does not say that a number is taken, but to its phone', async () => {
    const [person, other] = [await newAccount(), await newAccount()]
    const code = await askOld(person)
    const sent = await answers.profileCode(person, { target: 'new', mobile: other.mobile, area })
    assert.deepEqual(Object.keys(sent).sort(), ['codeId', 'expireTime', 'nextTime', 'target'])
    assert.match((await textsTo(other.mobile))[0]!.text, /another account/)
    await assert.rejects(
      edit(person, { code, mobile: other.mobile, newCode: '000000' }),
      refusedAs('code_wrong', 'newCode'),
    )
  })

  it('a code for a new number is good for who asked for it alone', async () => {
    const [ana, eve] = [await newAccount(), await newAccount()]
    const mobile = newMobile()
    await answers.profileCode(ana, { target: 'new', mobile, area })
    const newCode = await codeTo(mobile)
    await assert.rejects(edit(eve, { code: await askOld(eve), mobile, newCode }), refusedAs('code_wrong', 'newCode'))
  })

  it('knows the time zones of the world', async () => {
    const person = await newAccount()
    assert.deepEqual(await answers.preferences(person, { timeZone: 'America/New_York', lang: 'en' }), {
      lang: 'en',
      timeZone: 'America/New_York',
    })
    await assert.rejects(
      answers.preferences(person, { timeZone: 'Mars/Olympus', lang: undefined }),
      refusedAs('invalid', 'timeZone'),
    )
  })
})

describe('sessions', () => {
  it('lists where a login is signed in, and signs out one or all others', async () => {
    const person = await newAccount()
    const sessions = [await signedIn(person), await signedIn(person), await signedIn(person)] as const
    const here = sessions[2]
    const { list, most } = await answers.listSessions(here, {})
    assert.equal(most, 3)
    assert.deepEqual(
      list.map(({ sessionId, current }) => [sessionId, current]),
      [...sessions].reverse().map(({ sessionId }) => [sessionId, sessionId === here.sessionId ? 1 : 0]),
    )
    assert.deepEqual(await answers.endSessions(here, { sessionId: sessions[0].sessionId }), { ended: 1 })
    await assert.rejects(authenticate(sessions[0].token, caller()), refusedAs('revoked'))
    assert.ok(await authenticate(sessions[1].token, caller()))
    assert.deepEqual(await answers.endSessions(here, { sessionId: undefined }), { ended: 1 })
    await assert.rejects(authenticate(sessions[1].token, caller()), refusedAs('revoked'))
    assert.ok(await authenticate(here.token, caller()))
  })

  it("never touches another's", async () => {
    const [ana, eve] = [await signedIn(await newAccount()), await signedIn(await newAccount())]
    await assert.rejects(answers.endSessions(eve, { sessionId: ana.sessionId }), refusedAs('not_found'))
    assert.ok(await authenticate(ana.token, caller()))
  })
})
