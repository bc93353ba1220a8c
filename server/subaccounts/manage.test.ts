import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  asks,
  booksHold,
  newsTo,
  openingInput,
  operationsOf,
  opensCard,
  requestNo,
  withIssuer,
} from '#test/fixtures/cards.ts'
import { ANSWER_UNDO_S } from '#contract/subaccounts/subaccounts.ts'
import { refusedAs } from '#test/refused.ts'
import { addsSub, asksSubs, subCode } from '#test/fixtures/subaccounts.ts'
import { newAccount, signIn, signedIn, subOf, type Person } from '#test/world.ts'
import { HOUR, nowMs, SECOND, setClock } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { authenticate } from '../identity/identity.ts'

withIssuer()

const statusOf = async (who: Person, cardId: string) => (await asks(who, 'showCard', { cardId })).card.status

describe('freezing a sub-account', () => {
  it('ends its sessions and leaves its cards, or stops them with it and lets them go again', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    const bo = await subOf(ana)
    const cardId = await opensCard(bo)
    const { access_token } = await signIn(bo)
    assert.deepEqual(await asksSubs(ana, 'freezeSub', { subUid: bo.subUid, frozen: true }), {
      status: 'FROZEN',
      cards: 0,
    })
    await assert.rejects(authenticate(access_token, bo.from), refusedAs('login_frozen'))
    await assert.rejects(signIn(bo), refusedAs('login_frozen'))
    assert.equal(await statusOf(ana, cardId), 'ACTIVE')
    await asksSubs(ana, 'freezeSub', { subUid: bo.subUid, frozen: true, freezeCards: true })
    assert.equal(await statusOf(ana, cardId), 'FROZEN')
    const back = await asksSubs(ana, 'freezeSub', { subUid: bo.subUid, frozen: false })
    assert.deepEqual(back, { status: 'NORMAL', cards: 1 })
    assert.equal(await statusOf(ana, cardId), 'ACTIVE')
    await signIn(bo)
  })
})

describe('the operation log', () => {
  it('names a sub-account as people know it, without its number', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    const { subUid } = await addsSub(ana, { nickname: 'Mei' })
    await asksSubs(ana, 'freezeSub', { subUid, frozen: true })
    await asksSubs(ana, 'resetSubPassword', { subUid, password: 'Orchid-42', code: await subCode(ana) })
    await asksSubs(ana, 'handOverCards', { subUid, cardIds: [await opensCard(ana)] })
    const { rows } = await sql<{ type: string; target: string }>`
      SELECT type, target FROM operate_log WHERE account_id = ${ana.accountId} AND type LIKE 'SUB\\_%' ORDER BY id`.execute(
      db,
    )
    assert.deepEqual(
      rows.map(({ type, target }) => `${type} ${target}`),
      ['SUB_ADD Mei', 'SUB_FREEZE Mei', 'SUB_PWD Mei', 'SUB_EDIT Mei'],
    )
  })
})

describe('a sub-account’s password', () => {
  it('is set by its parent with a code to the parent’s phone, and ends its sessions', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await subOf(ana)
    const { access_token } = await signIn(bo)
    const input = { subUid: bo.subUid, password: 'Orchid-42' }
    await assert.rejects(asksSubs(ana, 'resetSubPassword', input), refusedAs('step_up'))
    await asksSubs(ana, 'resetSubPassword', { ...input, code: await subCode(ana) })
    await assert.rejects(authenticate(access_token, bo.from), refusedAs('revoked'))
    await assert.rejects(signIn(bo), refusedAs('credentials_wrong'))
    await signIn({ ...bo, password: 'Orchid-42' })
    assert.deepEqual(await operationsOf(ana), ['SUB_PWD OK'])
  })
})

describe('another role', () => {
  it('holds from the next call of a session that is under way', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await subOf(ana, { role: 'rol_viewer' })
    const { access_token } = await signIn(bo)
    await asksSubs(ana, 'editSub', { subUid: bo.subUid, roleId: 'rol_operator', nickname: 'Bobby', remark: 'ads' })
    const now = await authenticate(access_token, bo.from)
    assert.ok(now.may.has('card:open'))
    const [shown] = (await asksSubs(ana, 'listSubs', { keyword: 'bobb' })).data
    assert.deepEqual([shown!.nickname, shown!.remark, shown!.roleName, shown!.online], ['Bobby', 'ads', 'Operator', 1])
  })
})

describe('cards', () => {
  it('are handed over when the sub-account is added, and later, and come back', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    const [one, two] = [await opensCard(ana), await opensCard(ana)]
    const { subUid } = await addsSub(ana, { cardIds: [one] })
    const cardsOf = async (scope: { subUid?: string }) =>
      (await asks(ana, 'listCards', scope)).data.map(({ cardId }) => cardId)
    assert.deepEqual(await cardsOf({ subUid }), [one])
    assert.equal((await asksSubs(ana, 'handOverCards', { cardIds: [one, two], subUid })).cards, 1)
    assert.deepEqual((await cardsOf({ subUid })).sort(), [one, two].sort())
    await asksSubs(ana, 'handOverCards', { cardIds: [one] })
    assert.deepEqual(await cardsOf({}), [one])
    const { data } = await asksSubs(ana, 'listSubs', {})
    assert.deepEqual([data[0]!.cardCount, data[0]!.cardBalance], [1, 5_000])
    await booksHold()
  })

  it('of another account are not there, and nothing is handed over', async () => {
    const [ana, eve] = [
      await newAccount({ plan: 'STANDARD', balanceCents: 50_000 }),
      await newAccount({ plan: 'STANDARD' }),
    ]
    const cardId = await opensCard(ana)
    const bo = await subOf(eve)
    await assert.rejects(
      asksSubs(eve, 'handOverCards', { cardIds: [cardId], subUid: bo.subUid }),
      refusedAs('not_found'),
    )
    await assert.rejects(
      asksSubs(ana, 'handOverCards', { cardIds: [cardId], subUid: bo.subUid }),
      refusedAs('not_found'),
    )
  })
})

describe('a sub-account that has expired', () => {
  it('sees its cards, and moves no money', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    const bo = await subOf(ana, { expiresAt: new Date(nowMs() + HOUR) })
    const cardId = await opensCard(bo)
    setClock(() => Date.now() + 2 * HOUR)
    try {
      const late = { ...bo, ...(await signedIn(bo)) }
      assert.equal(late.standing, 'SUB_EXPIRED')
      assert.equal(await statusOf(late, cardId), 'ACTIVE', 'its cards go on')
      const money = { cardId, amount: 2_000, requestNo: requestNo() }
      await assert.rejects(asks(late, 'openCard', openingInput()), refusedAs('sub_expired'))
      await assert.rejects(asks(late, 'loadCard', money), refusedAs('sub_expired'))
      await assert.rejects(asks(late, 'withdrawFromCard', money), refusedAs('sub_expired'))
      await assert.rejects(asks(late, 'deleteCard', { cardId, requestNo: requestNo() }), refusedAs('sub_expired'))
      await asks(ana, 'loadCard', { ...money, requestNo: requestNo() })
    } finally {
      setClock()
    }
  })
})

describe('what a sub-account asks for', () => {
  const asked = async (parent: Person) => (await asksSubs(parent, 'listAsks', { status: 'OPEN' })).data
  it('is more budget: granted, it can load, and both were told', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    const bo = await subOf(ana, { budgetCents: 6_000 })
    const cardId = await opensCard(bo)
    const money = { cardId, amount: 2_000 }
    await assert.rejects(asks(bo, 'loadCard', { ...money, requestNo: requestNo() }), refusedAs('budget_exceeded'))
    const { askId } = await asksSubs(bo, 'askParent', { kind: 'BUDGET', amount: 1_000 })
    const again = await asksSubs(bo, 'askParent', { kind: 'BUDGET', amount: 2_000, note: 'for the week' })
    assert.equal(again.askId, askId, 'asked again, it is one ask')
    const [open] = await asked(ana)
    assert.deepEqual([open!.subNickname, open!.amount, open!.note], [bo.name, 2_000, 'for the week'])
    await asksSubs(ana, 'answerAsk', { askId, grant: true })
    await asks(bo, 'loadCard', { ...money, requestNo: requestNo() })
    const [mine] = (await asksSubs(bo, 'listAsks', {})).data
    assert.equal(mine!.status, 'GRANTED')
    await assert.rejects(asksSubs(ana, 'answerAsk', { askId, grant: false }), refusedAs('ask_answered'))
    assert.deepEqual(
      (await newsTo(ana)).filter((event) => event.startsWith('sub_')),
      ['sub_asked', 'sub_asked', 'sub_answered'],
    )
    await booksHold()
  })

  it('is a permission: granted, it holds at once and as long as the role stays', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await signedIn(await subOf(ana, { role: 'rol_viewer' }))
    const { askId } = await asksSubs(bo, 'askParent', { kind: 'RIGHT', key: 'card:open' })
    await asksSubs(ana, 'answerAsk', { askId, grant: true })
    const may = async () => (await authenticate(bo.token, bo.from)).may
    assert.ok((await may()).has('card:open'))
    await assert.rejects(
      asksSubs(await authenticate(bo.token, bo.from), 'askParent', {
        kind: 'RIGHT',
        key: 'card:open',
        requestNo: requestNo(),
      }),
      refusedAs('conflict'),
    )
    const subUid = bo.subUid!
    assert.deepEqual((await asksSubs(ana, 'listSubs', {})).data[0]!.extraKeys, [
      { key: 'card:open', name: 'Open cards' },
    ])
    await asksSubs(ana, 'editSub', { subUid, roleId: 'rol_viewer', remark: 'same role' })
    assert.ok((await may()).has('card:open'))
    await asksSubs(ana, 'editSub', { subUid, roleId: 'rol_finance' })
    assert.ok(!(await may()).has('card:open'))
  })

  it('is refused with words', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await subOf(ana)
    const { askId } = await asksSubs(bo, 'askParent', { kind: 'FUNDS', amount: 9_000 })
    const { status } = await asksSubs(ana, 'answerAsk', { askId, grant: false, words: 'Next month' })
    const [mine] = (await asksSubs(bo, 'listAsks', {})).data
    assert.deepEqual([status, mine!.status, mine!.answer], ['DENIED', 'DENIED', 'Next month'])
  })

  it('waits again when the answer is taken back, and what it gave is gone', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await signedIn(await subOf(ana, { role: 'rol_viewer', budgetCents: 6_000 }))
    const mine = async () => (await asksSubs(ana, 'listSubs', {})).data[0]!
    const answers = async (input: { kind: 'BUDGET' | 'RIGHT'; amount?: number; key?: 'card:open' }, grant = true) => {
      const { askId } = await asksSubs(bo, 'askParent', { ...input, requestNo: requestNo() })
      await asksSubs(ana, 'answerAsk', { askId, grant, requestNo: requestNo() })
      return askId
    }
    for (const askId of [
      await answers({ kind: 'BUDGET', amount: 1_000 }),
      await answers({ kind: 'RIGHT', key: 'card:open' }),
    ])
      await asksSubs(ana, 'undoAnswer', { askId, requestNo: requestNo() })
    assert.deepEqual([(await mine()).budget?.limit, (await mine()).extraKeys], [6_000, []])
    assert.ok(!(await authenticate(bo.token, bo.from)).may.has('card:open'))
    assert.equal((await asked(ana)).length, 2)

    const [first] = await asked(ana)
    await assert.rejects(
      asksSubs(ana, 'undoAnswer', { askId: first!.askId, requestNo: requestNo() }),
      refusedAs('conflict'),
      'it waits',
    )
    await asksSubs(ana, 'answerAsk', { askId: first!.askId, grant: false, requestNo: requestNo() })
    await asksSubs(ana, 'undoAnswer', { askId: first!.askId, requestNo: requestNo() })
    assert.equal((await asked(ana)).length, 2, 'a rejection, too')
  })

  it('stays answered when something else has changed since, or a minute is over', async () => {
    const ana = await newAccount({ plan: 'STANDARD' })
    const bo = await subOf(ana, { budgetCents: 6_000 })
    const granted = async () => {
      const { askId } = await asksSubs(bo, 'askParent', { kind: 'BUDGET', amount: 1_000, requestNo: requestNo() })
      await asksSubs(ana, 'answerAsk', { askId, grant: true, requestNo: requestNo() })
      return askId
    }
    const isRefused = (askId: string) =>
      assert.rejects(asksSubs(ana, 'undoAnswer', { askId, requestNo: requestNo() }), refusedAs('conflict'))
    const changed = await granted()
    await asksSubs(ana, 'editSub', {
      subUid: bo.subUid,
      roleId: 'rol_senior',
      budget: { limit: 9_000, period: 'TOTAL' },
    })
    await isRefused(changed)
    const repeated = await granted()
    await asksSubs(bo, 'askParent', { kind: 'BUDGET', amount: 500, requestNo: requestNo() })
    await isRefused(repeated)
    assert.equal((await asksSubs(ana, 'listSubs', {})).data[0]!.budget?.limit, 10_000, 'nothing is half taken back')
    const late = await granted()
    setClock(() => Date.now() + (ANSWER_UNDO_S + 1) * SECOND)
    await isRefused(late).finally(() => setClock())
    const [eve, other] = [await newAccount(), await granted()]
    await assert.rejects(asksSubs(eve, 'undoAnswer', { askId: other, requestNo: requestNo() }), refusedAs('not_found'))
  })

  it('is its renewal, which answers it', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    const bo = await subOf(ana, { expiresAt: new Date(nowMs() - HOUR) })
    const { askId } = await asksSubs(bo, 'askParent', { kind: 'RENEW' })
    await assert.rejects(asksSubs(ana, 'answerAsk', { askId, grant: true }), refusedAs('conflict'))
    await asksSubs(ana, 'renewSubs', { subUid: bo.subUid, months: 1 })
    assert.equal((await asksSubs(bo, 'listAsks', {})).data[0]!.status, 'GRANTED')
    await booksHold()
  })

  it('is seen by nobody else', async () => {
    const [ana, eve] = [await newAccount(), await newAccount()]
    const [bo, cy] = [await subOf(ana), await subOf(ana)]
    const { askId } = await asksSubs(bo, 'askParent', { kind: 'FUNDS', amount: 9_000 })
    assert.equal((await asksSubs(cy, 'listAsks', { subUid: bo.subUid })).total, 0)
    assert.equal((await asksSubs(eve, 'listAsks', {})).total, 0)
    await assert.rejects(asksSubs(eve, 'answerAsk', { askId, grant: true }), refusedAs('not_found'))
  })
})
