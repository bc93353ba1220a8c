/** A request sent twice is executed once, and two hundred in parallel never spend more than there is. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import * as cards from '#contract/cards/cards.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { balanceOf, prove, wallet } from '#server/ledger/ledger.ts'
import type { AuthorizationDecision, AuthorizationRequest } from '#server/outside/outside.ts'
import { poster, postSigned, type Post } from '#simulators/network/post.ts'
import { isStaffWho } from '#contract/core/call.ts'
import { newStaff, staffToken } from '../fixtures/staff.ts'
import { fund } from '../world.ts'
import { ask, askUntilKnown, granted, withApp, workOff, type Answered } from './app.ts'
import { purchaseOf } from './purchases.ts'
import { aHolder, opened, plasticOf, someRequestNo, type Member, type Plastic } from './inputs/actors.ts'
import { rowCountsOf, rowCountsOfStaff, steps } from './sideEffects.ts'
import { cardGroup, tag, topUpOrder, type Asker } from './inputs/fixtures.ts'
import type { CallName } from './rows.ts'
import { calls, inputs } from './inputs/validInputs.ts'

/** The caller leaves the service, so no second answer is possible. */
const leaves = new Set<CallName>(['closeAccount'])

describe('what is sent twice', () => {
  const served = withApp({ connections: 16 })
  /** Two identical accounts: the first gets one request, the second gets it ten times. */
  let once: Asker
  let often: Asker

  const asker = async (): Promise<Asker> => {
    const member = await aHolder()
    const [steady, toFreeze, toDelete] = (await opened(served, member, 3)) as [string, string, string]
    const [gid, tagId] = [await cardGroup(served, member), await tag(served, member)]
    return {
      served,
      member,
      has: { steady, toFreeze, toDelete, gid, tagId, orderNo: await topUpOrder(served, member), noticeId: '' },
    }
  }
  /** The same pair among the staff. */
  let onceAtDesk: Asker
  let oftenAtDesk: Asker
  const atDesk = async (about: Asker): Promise<Asker> => {
    const colleague = await newStaff()
    return { ...about, colleague, member: { ...about.member, token: await staffToken(colleague) } }
  }
  before(async () => {
    once = await asker()
    often = await asker()
    onceAtDesk = await atDesk(once)
    oftenAtDesk = await atDesk(often)
  })

  const printOf = ({ member, colleague }: Asker) =>
    colleague ? rowCountsOfStaff(colleague.staffId) : rowCountsOf(member.person.accountId)
  const done = async (one: Asker, work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = await printOf(one)
    await work()
    return steps(before, await printOf(one))
  }

  // Calls of sub-accounts have tests beside them: the two callers here are account holders.
  for (const [name, row] of calls.filter(([name, { once, who }]) => once && who !== 'sub' && !leaves.has(name))) {
    test(`${row.on} is done once, however often it is sent`, async () => {
      const [single, several] = isStaffWho(row.who) ? [onceAtDesk, oftenAtDesk] : [once, often]
      const send = (one: Asker, input: object): Promise<Answered> =>
        askUntilKnown(served.url, row, { ...input }, one.member.token)
      const first = await inputs[name](single)
      const footprint = await done(single, async () => assert.equal((await send(single, first)).code, 200))
      assert.ok(Object.keys(footprint).length > 0, 'one request leaves something behind')

      const input = await inputs[name](several)
      const answers: Answered[] = []
      const atOnce = await done(several, async () => {
        answers.push(...(await Promise.all(Array.from({ length: 10 }, () => send(several, input)))))
      })
      assert.deepEqual(atOnce, footprint, 'ten at once')
      const answer = answers.find(({ code }) => code === 200)
      assert.ok(answer)
      for (const { code, data } of answers)
        if (code !== 1409 || data['reason'] !== 'IN_PROGRESS') assert.deepEqual([code, data], [200, answer.data])

      const later = await done(several, async () => assert.deepEqual((await send(several, input)).data, answer.data))
      assert.deepEqual(later, {}, 'later')
      const change = different[name] ?? otherWords(input)
      if (!change) return
      const other = { ...input, ...change }
      const reused = await done(several, async () => assert.equal((await send(several, other)).code, 1411))
      assert.deepEqual(reused, {}, 'another wish under the same number')
    })
  }

  test('a refusal is kept under its number too; the next number is a new try', async () => {
    const poor = await aHolder(60_00)
    const [cardId] = await opened(served, poor, 1)
    const input = { cardId, amount: 90_00, requestNo: someRequestNo() }
    const send = (input: object) => ask(served.url, cards.loadCard, { ...input }, poor.token)
    for (let i = 0; i < 2; i++) assert.equal((await send(input)).code, 1501)
    await fund(poor.person.accountId, 500_00)
    const kept = await Promise.all(Array.from({ length: 5 }, () => send(input)))
    assert.deepEqual(new Set(kept.map(({ code }) => code)), new Set([1501]))
    assert.equal((await send({ ...input, requestNo: someRequestNo() })).code, 200)
  })

  test('with no number of its own, a double click within ten seconds is one request', async () => {
    const { member, has } = once
    const input = { cardId: has.steady, amount: 12_34 }
    const clicked = await done(once, () =>
      Promise.all([1, 2, 3].map(() => granted(served.url, cards.loadCard, input, member.token))),
    )
    assert.equal(clicked['card_order'], 1)
  })

  test('the books hold', async () => {
    await workOff()
    assert.deepEqual(await prove(), [])
  })
})

/** Returns the input with different texts, if it has any. */
function otherWords(input: object): object | undefined {
  const words = Object.entries(input).find(
    ([name, value]) => ['reason', 'remark', 'name', 'note', 'nickname'].includes(name) && typeof value === 'string',
  )
  return words && { [words[0]]: `${String(words[1])} 2` }
}

/** The same request number with a different meaning. */
const different: Partial<Record<CallName, object>> = {
  openCard: { rechargeAmount: 6000 },
  freezeCard: { frozen: 0 },
  loadCard: { amount: 1001 },
  withdrawFromCard: { amount: 1001 },
  deleteCard: { reason: 'another' },
  replaceCard: { reason: 'COMPROMISED' },
  createRecharge: { rail: 'USD_WIRE' },
  addCardGroup: { remark: 'another' },
  removeCardGroup: { toGid: 'cgr_00000000000000000000000000' },
  removeCardGroups: { toGid: 'cgr_00000000000000000000000000' },
  mergeCardGroups: { fromGids: 'cgr_00000000000000000000000000' },
  addTag: { color: 'red' },
  removeTemplate: { templateId: 'tpl_00000000000000000000000000' },
  removeTags: { tagId: 'tag_00000000000000000000000000' },
  importData: { dryRun: 1 },
  saveDispute: { note: 'Another story of what has happened.' },
  buyPlan: { months: 2 },
  editAddress: { street: '3 Elm Court' },
  openBatch: { rechargeAmount: 600 },
  loadBatch: { amount: 1001 },
  deleteBatch: { reason: 'another' },
  retryBatch: { expectTotal: 1 },
  cancelBatch: { batchNo: 'B00000000000' },
  submitIdentity: { realName: '林海' },
  addRole: { remark: 'another' },
  disableStaff: { reason: 'another' },
  changeStaffRoles: { reason: 'another' },
  approve: { reason: 'another' },
  reject: { reason: 'another' },
  withdrawApproval: { approvalId: 'apr_00000000000000000000000000' },
}

describe('two hundred loads and purchases at once on one card', () => {
  const served = withApp({ connections: 16 })
  let holder: Member
  let cardId: string
  let plastic: Plastic
  before(async () => {
    holder = await aHolder(600_00)
    cardId = (await opened(served, holder, 1))[0]!
    plastic = await plasticOf(cardId)
  })

  /** Sends a signed authorization request; one that is not answered in time is repeated, as the network does. */
  async function decided(post: Post, request: AuthorizationRequest): Promise<AuthorizationDecision> {
    const signed = { key: served.simulators.world.key, id: request.ref, body: JSON.stringify(request) }
    for (let tries = 1; ; tries++) {
      const { status, body } = await postSigned(
        post,
        '/issuer/simulated/authorizations',
        { ...signed, nowMs: nowMs() },
        20_000,
      )
      if (status === 200) return JSON.parse(body.toString()) as AuthorizationDecision
      assert.ok(status === 503 && tries < 10, `${status} ${body.toString()}`)
    }
  }

  test('never overdraw: every cent is loaded once and held once', async (t) => {
    const walletBefore = await balanceOf(db, wallet(holder.person.accountId))
    const post = poster(served.url)
    const buy = (amountCents: number, merchant: string) => decided(post, purchaseOf(plastic, amountCents, merchant))
    const load = () =>
      askUntilKnown<{ total: number }>(
        served.url,
        cards.loadCard,
        { cardId, amount: 10_00, requestNo: someRequestNo() },
        holder.token,
      )
    const both = await Promise.all(
      Array.from({ length: 100 }, (_, i) => Promise.all([load(), buy(10_00 + (i % 5) * 100, `mer_${i}`)])),
    )
    post.close()

    const loads = both.map(([answer]) => answer)
    const loaded = loads.filter(({ code }) => code === 200)
    assert.deepEqual(new Set(loads.map(({ code }) => code)), new Set([200, 1501]), 'some loads find the wallet empty')
    const buys = both.map(([, decision]) => decision)
    const approved = buys.filter((decision) => decision.approved)
    const why = new Set(buys.filter((decision) => !decision.approved).map(({ reason }) => reason))
    t.diagnostic(
      `${loaded.length} loads and ${approved.length} purchases went through; declined for ${[...why].join(', ')}`,
    )
    assert.ok(approved.length > 0 && why.has('INSUFFICIENT_FUNDS'), 'some purchases find the card empty')

    const paid = loaded.reduce((sum, { data }) => sum + data.total, 0)
    const held = approved.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const walletAfter = await balanceOf(db, wallet(holder.person.accountId))
    assert.equal(walletAfter.available, walletBefore.available - paid)
    assert.ok(walletAfter.available >= 0)
    const balance = await granted<Record<'balance' | 'available' | 'pending', number>>(
      served.url,
      cards.cardBalance,
      { cardId },
      holder.token,
    )
    assert.deepEqual([balance.balance, balance.pending], [50_00 + loaded.length * 10_00, held])
    assert.equal(balance.available, balance.balance - held)
    assert.ok(balance.available >= 0)
    assert.deepEqual(await prove(), [])
  })

  test('the same question asked again, at once and later, gets the same answer and holds once', async () => {
    const holder = await aHolder()
    const [cardId] = (await opened(served, holder, 1)) as [string]
    const request = purchaseOf(await plasticOf(cardId), 7_00)
    const post = poster(served.url)
    const answers = await Promise.all(Array.from({ length: 20 }, () => decided(post, request)))
    answers.push(await decided(post, request))
    post.close()
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]!.approved, true, answers[0]!.reason)
    const { pending } = await granted<{ pending: number }>(served.url, cards.cardBalance, { cardId }, holder.token)
    assert.equal(pending, 7_00)
    assert.deepEqual(await prove(), [])
  })
})
