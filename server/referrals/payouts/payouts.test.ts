import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { newsTo, operationsOf, booksHold } from '#test/fixtures/cards.ts'
import { endOf, refused, refusedAs } from '#test/refused.ts'
import {
  addsCard,
  agesCard,
  CARD_NO,
  cardInput,
  codeFor,
  commissionOf,
  entriesOfKind,
  newEarner,
  rateIs720,
  takesToCard,
  takesToWallet,
  verifies,
} from '#test/fixtures/referrals.ts'
import { heardBy } from '#test/fixtures/changes.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { ahead, DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { securityAnswers as security } from '#server/identity/module.ts'
import { answers, deskAnswers as desk } from '../module.ts'

withWorld({ connections: 12 })
after(() => setClock())

const page = { pageNo: 1, pageSize: 50 }
const makers = () => newStaff(['FIN_MAKER'])
const checkers = () => newStaff(['FIN_CHECKER'])
type Payee = Person & { bankCardId: string }

async function newPayee(availableCents: number): Promise<Payee> {
  const earner = await newEarner(availableCents)
  await verifies(earner)
  const bankCardId = await addsCard(earner)
  await agesCard(bankCardId)
  return { ...earner, bankCardId }
}
const quoteFor = (payee: Person, amount: number) => answers.withdrawalTerms(payee, { target: 'BANK', amount })
async function asksFor(payee: Payee, amount: number, more: { quoteId?: string; ticket?: string } = {}) {
  const code = await codeFor(payee, 'WITHDRAW')
  return takesToCard(payee, { amount, bankCardId: payee.bankCardId, code, ...more })
}
async function approved(withdrawalNo: string) {
  const { approvalId } = await proposes(await makers(), withdrawalNo)
  await approves(await checkers(), approvalId)
}
const proposes = (staff: Awaited<ReturnType<typeof makers>>, withdrawalNo: string) =>
  transaction((tx) => desk.approvePayout(staff, { withdrawalNo, reason: 'looked at it', requestNo: undefined }, tx))
const sends = (staff: Awaited<ReturnType<typeof makers>>, withdrawalNo: string) =>
  transaction((tx) => desk.sendPayout(staff, { withdrawalNo, bank: 'CMB Shenzhen', requestNo: undefined }, tx))
const confirms = (staff: Awaited<ReturnType<typeof makers>>, withdrawalNo: string, bankRef = `REF${withdrawalNo}`) =>
  transaction((tx) => desk.confirmPayout(staff, { withdrawalNo, bankRef, requestNo: undefined }, tx))
const returns = (staff: Awaited<ReturnType<typeof makers>>, withdrawalNo: string) =>
  transaction((tx) => desk.returnPayout(staff, { withdrawalNo, reason: 'wrong bank', requestNo: undefined }, tx))

describe('the consoles of whoever is paid', () => {
  it('hear of every step of a payout', async () => {
    await rateIs720()
    const payee = await newPayee(100_00)
    const hears = (work: () => Promise<unknown>) => heardBy(payee.accountId, work)
    let withdrawalNo = ''
    assert.ok((await hears(async () => ({ withdrawalNo } = await asksFor(payee, 60_00)))).includes('money'))
    const maker = await makers()
    for (const step of [() => approved(withdrawalNo), () => sends(maker, withdrawalNo)])
      assert.ok((await hears(step)).includes('money'), step.toString())
  })
})

describe('commission to the wallet', () => {
  it('is there at once', async () => {
    const earner = await newEarner(40_00)
    const { withdrawalNo, walletBalance, available } = await takesToWallet(earner, 25_00)
    assert.deepEqual([walletBalance, available], [25_00, 15_00])
    assert.deepEqual(await entriesOfKind(earner, 'REBATE_IN'), ['D 2320 2500 USD', 'C 2010 2500 USD'])
    assert.deepEqual((await operationsOf(earner)).at(-1), 'REBATE OK 2500')
    const { data } = await answers.listWithdrawals(earner, { ...page, status: undefined, target: undefined })
    assert.deepEqual(
      data.map((row) => [row.withdrawalNo, row.status, row.receive, row.steps.map(({ status }) => status)]),
      [[withdrawalNo, 'DONE', 25_00, ['DONE']]],
    )
    assert.equal((await answers.referralHome(earner, {})).withdrawn, 25_00)
    await booksHold()
  })

  it('is refused below ten dollars and beyond what there is, with the bounds', async () => {
    const earner = await newEarner(12_00)
    await assert.rejects(takesToWallet(earner, 9_99), refusedAs('amount_below_min', 'amount'))
    await assert.rejects(takesToWallet(earner, 12_01), refusedAs('insufficient_commission', 'amount'))
    await takesToWallet(earner, 12_00)
  })

  it('of two at once for the whole, one is done', async () => {
    const earner = await newEarner(30_00)
    const ends = await Promise.all([1, 2, 3, 4].map(() => endOf(takesToWallet(earner, 30_00))))
    assert.deepEqual(ends.sort(), [
      'insufficient_commission',
      'insufficient_commission',
      'insufficient_commission',
      'ok',
    ])
    assert.deepEqual(await commissionOf(earner), [0, 0, 0, 30_00])
    await booksHold()
  })

  it('ten times a day', async () => {
    const earner = await newEarner(200_00)
    for (let times = 0; times < 10; times++) await takesToWallet(earner, 10_00)
    await refused('day_cap_reached', takesToWallet(earner, 10_00))
    const tomorrow = ahead(DAY).getTime()
    setClock(() => tomorrow)
    await takesToWallet(earner, 10_00)
    setClock()
  })
})

describe('commission to a bank card', () => {
  it('is quoted, set aside, looked at by two, and paid in yuan', async () => {
    await rateIs720()
    const payee = await newPayee(50_00)
    const { quoteId, fee, receive, rate, receiveUnit } = await quoteFor(payee, 50_00)
    assert.deepEqual([fee, receive, rate, receiveUnit], [50, 351_45, '7.10', 'CNY'])
    const { withdrawalNo } = await asksFor(payee, 50_00, { quoteId: quoteId! })
    assert.deepEqual(await entriesOfKind(payee, 'PAYOUT_REQUESTED'), [
      'D 2320 5000 USD',
      'C 2330 4950 USD',
      'C 4120 50 USD',
    ])
    assert.deepEqual(await commissionOf(payee), [0, 0, 49_50, 0])

    const [maker, checker] = [await makers(), await checkers()]
    const { approvalId } = await proposes(maker, withdrawalNo)
    await refused('conflict', proposes(await makers(), withdrawalNo))
    await refused('conflict', sends(maker, withdrawalNo))
    await approves(checker, approvalId)
    await sends(maker, withdrawalNo)
    await refused('conflict', sends(maker, withdrawalNo))
    const ends = await Promise.all([confirms, confirms, returns].map((act) => endOf(act(maker, withdrawalNo))))
    assert.deepEqual(ends.sort(), ['conflict', 'conflict', 'ok'])
    const status = (await desk.showPayout(maker, { withdrawalNo })).status
    if (status === 'PAID') {
      assert.deepEqual(await entriesOfKind(payee, 'PAYOUT_PAID'), [
        'D 2330 4950 USD',
        'C 1900 4950 USD',
        'D 1900 35640 CNY',
        'C 1030 35145 CNY',
        'C 4060 495 CNY',
      ])
      assert.deepEqual(await commissionOf(payee), [0, 0, 0, 0])
    } else assert.deepEqual(await commissionOf(payee), [0, 50_00, 0, 0])
    await booksHold()
  })

  it('has a way that its owner can follow, and staff’s audit names everybody', async () => {
    await rateIs720()
    const payee = await newPayee(60_00)
    const { withdrawalNo } = await asksFor(payee, 50_00)
    const [maker, checker] = [await makers(), await checkers()]
    await refused('conflict', reveals(maker, withdrawalNo))
    await approves(checker, (await proposes(maker, withdrawalNo)).approvalId)
    assert.deepEqual(await reveals(maker, withdrawalNo), { cardNo: CARD_NO, holder: '林浩然', mobile: '' })
    await sends(maker, withdrawalNo)
    await confirms(maker, withdrawalNo)
    const { data } = await answers.listWithdrawals(payee, { ...page, status: undefined, target: undefined })
    assert.deepEqual(
      [data[0]!.bankTail, data[0]!.rate, data[0]!.receive, data[0]!.steps.map((step) => step.status)],
      ['7894', '7.10', 351_45, ['REVIEWING', 'APPROVED', 'PAYING', 'PAID']],
    )
    assert.deepEqual(
      await auditOf(maker),
      ['PROPOSE', 'REVEAL', 'MONEY', 'MONEY'].map((deed) => `${deed} ${withdrawalNo}`),
    )
    assert.deepEqual(await auditOf(checker), [`APPROVE ${withdrawalNo}`])
    assert.deepEqual((await newsTo(payee)).filter((event) => event === 'withdrawal_result').length, 2)
    const { rows } = await sql<{
      sealed: string
    }>`SELECT sealed::text FROM payout_card WHERE account_id = ${payee.accountId}`.execute(db)
    assert.equal(rows[0]!.sealed.includes(Buffer.from(CARD_NO).toString('hex')), false, 'the number is sealed')
    await booksHold()
  })
  const reveals = (staff: Awaited<ReturnType<typeof makers>>, withdrawalNo: string) =>
    desk.revealPayoutCard(staff, { withdrawalNo, reason: 'to pay it' })

  it('comes back whole, with its fee, when it is turned down or the bank fails', async () => {
    await rateIs720()
    const payee = await newPayee(120_00)
    const maker = await makers()
    const first = await asksFor(payee, 60_00)
    await returns(maker, first.withdrawalNo)
    assert.deepEqual(await entriesOfKind(payee, 'PAYOUT_RETURNED'), [
      'D 2330 5940 USD',
      'D 4120 60 USD',
      'C 2320 6000 USD',
    ])
    const second = await asksFor(payee, 120_00)
    await approved(second.withdrawalNo)
    await sends(maker, second.withdrawalNo)
    await returns(maker, second.withdrawalNo)
    assert.deepEqual(await commissionOf(payee), [0, 120_00, 0, 0])
    const { data } = await answers.listWithdrawals(payee, { ...page, status: undefined, target: undefined })
    assert.deepEqual(
      data.map(({ status, reason }) => [status, reason]),
      [
        ['FAILED', 'wrong bank'],
        ['REJECTED', 'wrong bank'],
      ],
    )
    const flow = await answers.listCommission(payee, { ...page, type: undefined, status: undefined })
    assert.deepEqual(
      flow.data.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter]),
      [
        ['RETURN', 120_00, 120_00],
        ['WITHDRAW', -120_00, 0],
        ['RETURN', 60_00, 120_00],
        ['WITHDRAW', -60_00, 60_00],
        ['MATURE', 120_00, 120_00],
        ['ACCRUE', 120_00, 0],
      ],
    )
    await booksHold()
  })

  it('turned down by the checker it stays under review, and one bank payment pays one withdrawal', async () => {
    await rateIs720()
    const payee = await newPayee(110_00)
    const [one, two] = [await asksFor(payee, 50_00), await asksFor(payee, 50_00)]
    const [maker, checker] = [await makers(), await checkers()]
    await rejects(checker, (await proposes(maker, one.withdrawalNo)).approvalId)
    assert.equal((await desk.showPayout(maker, { withdrawalNo: one.withdrawalNo })).status, 'REVIEWING')
    for (const { withdrawalNo } of [one, two]) {
      await approved(withdrawalNo)
      await sends(maker, withdrawalNo)
    }
    await confirms(maker, one.withdrawalNo, 'REF-1')
    await refused('conflict', confirms(maker, two.withdrawalNo, 'REF-1'))
    await booksHold()
  })

  it('is paid by a bank payment of its own, also when two of different accounts are confirmed at once', async () => {
    await rateIs720()
    const maker = await makers()
    const numbers: string[] = []
    for (const payee of [await newPayee(60_00), await newPayee(60_00)]) {
      const { withdrawalNo } = await asksFor(payee, 50_00)
      await approved(withdrawalNo)
      await sends(maker, withdrawalNo)
      numbers.push(withdrawalNo)
    }
    const ends = await Promise.all(numbers.map((withdrawalNo) => endOf(confirms(maker, withdrawalNo, 'REF-2'))))
    assert.deepEqual(ends.sort(), ['conflict', 'ok'])
    await booksHold()
  })

  it('takes a verified name, a card of that name that is a day old, and unchanged locks', async () => {
    await rateIs720()
    const stranger = await newEarner(60_00)
    const input = cardInput(await codeFor(stranger, 'ADD_CARD'))
    await refused(
      'identity_required',
      transaction((tx) => answers.addPayoutCard(stranger, input, tx)),
    )
    await verifies(stranger)
    await assert.rejects(
      transaction((tx) => answers.addPayoutCard(stranger, { ...input, holder: '王五' }, tx)),
      refusedAs('payout_holder', 'holder'),
    )
    const bankCardId = await addsCard(stranger)
    const code = await codeFor(stranger, 'WITHDRAW')
    await refused('payout_card_new', takesToCard(stranger, { amount: 50_00, bankCardId, code }))
    await agesCard(bankCardId)
    await refused('not_found', takesToCard(await newPayee(60_00), { amount: 50_00, bankCardId, code }))
    await sql`UPDATE login SET cooldown_until = ${ahead(DAY)} WHERE login_id = ${stranger.loginId}`.execute(db)
    await refused('cooling_down', takesToCard(stranger, { amount: 50_00, bankCardId, code }))
    await sql`UPDATE login SET cooldown_until = NULL WHERE login_id = ${stranger.loginId}`.execute(db)
    await sql`UPDATE account SET restricted = true WHERE account_id = ${stranger.accountId}`.execute(db)
    await refused('account_restricted', takesToCard(stranger, { amount: 50_00, bankCardId, code }))
    await sql`UPDATE account SET restricted = false, identity = 'NONE' WHERE account_id = ${stranger.accountId}`.execute(
      db,
    )
    await refused('identity_required', takesToCard(stranger, { amount: 50_00, bankCardId, code }))
    await sql`UPDATE account SET identity = 'PASSED' WHERE account_id = ${stranger.accountId}`.execute(db)
    await takesToCard(stranger, { amount: 50_00, bankCardId, code })
    assert.deepEqual(await commissionOf(stranger), [0, 10_00, 49_50, 0])
  })

  it('takes the code for this and no other, and the app’s above five hundred dollars', async () => {
    await rateIs720()
    const payee = await newPayee(1200_00)
    const { bankCardId } = payee
    const other = await codeFor(payee, 'REMOVE_CARD')
    await refused('code_wrong', takesToCard(payee, { amount: 50_00, bankCardId, code: other }))
    const totp = await bindGoogle(payee)
    const code = await codeFor(payee, 'WITHDRAW')
    await refused('step_up', takesToCard(payee, { amount: 500_01, bankCardId, code }))
    assert.equal((await quoteFor(payee, 500_01)).needGoogle, 1)
    const { ticket } = await security.checkGoogle(payee, { googleCode: googleDigits(totp), scene: 'WITHDRAW' })
    await takesToCard(payee, { amount: 500_01, bankCardId, code, ticket })
    await refused('code_wrong', takesToCard(payee, { amount: 50_00, bankCardId, code }))
  })

  it('keeps within its bounds: fifty dollars, five thousand at a time, three a day, a quote once', async () => {
    await rateIs720()
    const payee = await newPayee(20_000_00)
    await assert.rejects(asksFor(payee, 49_99), refusedAs('amount_below_min', 'amount'))
    await assert.rejects(asksFor(payee, 5_000_01), refusedAs('amount_above_max', 'amount'))
    const { quoteId } = await quoteFor(payee, 60_00)
    await refused('quote_changed', asksFor(payee, 61_00, { quoteId: quoteId! }))
    await asksFor(payee, 60_00, { quoteId: quoteId! })
    await refused('quote_expired', asksFor(payee, 60_00, { quoteId: quoteId! }))
    const code = await codeFor(payee, 'WITHDRAW')
    const input = { amount: 60_00, bankCardId: payee.bankCardId, code }
    const ends = await Promise.all([takesToCard(payee, input), takesToCard(payee, input)].map(endOf))
    assert.deepEqual(ends.sort(), ['code_wrong', 'ok'], 'one code, one withdrawal')
    await asksFor(payee, 60_00)
    await refused('day_cap_reached', asksFor(payee, 60_00))
    await booksHold()
  })
})

describe('payout cards', () => {
  it('are five at most, each once, masked, and not taken away while something is paid to them', async () => {
    await rateIs720()
    const payee = await newPayee(60_00)
    await assert.rejects(addsCard(payee), refusedAs('payout_card_known', 'cardNo'))
    for (const no of ['6222029999000019', '6217008888000022', '6225887777000031', '6214836666000043'])
      await addsCard(payee, no)
    await refused('payout_card_limit', addsCard(payee, '6229085555000051'))
    const cards = await answers.listPayoutCards(payee, {})
    assert.deepEqual(cards.map(({ cardNo }) => cardNo).sort()[0], '**** **** **** 0019')
    assert.ok(cards.every(({ holder }) => holder === '林**'))
    assert.equal(cards.filter((card) => card.default === 1).length, 1)
    const { withdrawalNo } = await asksFor(payee, 50_00)
    const removes = async (code: string) =>
      transaction((tx) =>
        answers.removePayoutCard(payee, { bankCardId: payee.bankCardId, code, requestNo: undefined }, tx),
      )
    await refused('payout_card_busy', removes(await codeFor(payee, 'REMOVE_CARD')))
    await returns(await makers(), withdrawalNo)
    await removes(await codeFor(payee, 'REMOVE_CARD'))
    const left = await answers.listPayoutCards(payee, {})
    assert.deepEqual([left.length, left.filter((card) => card.default === 1).length], [4, 1])
    assert.ok((await operationsOf(payee)).includes('BANKCARD OK'))
    const stranger = await newAccount()
    await refused(
      'not_found',
      transaction((tx) =>
        answers.removePayoutCard(
          stranger,
          { bankCardId: left[0]!.bankCardId, code: '000000', requestNo: undefined },
          tx,
        ),
      ),
    )
  })
})

it('two people take back what an invited account has earned, and it earns no more', async () => {
  const earner = await newEarner(30_00)
  await takesToWallet(earner, 20_00)
  const { rows } = await sql<{
    id: string
  }>`SELECT invitee_account_id AS id FROM commission WHERE account_id = ${earner.accountId}`.execute(db)
  const input = { inviteeAccountId: rows[0]!.id, reason: 'one person', requestNo: undefined }
  const { approvalId } = await transaction(async (tx) => desk.clawBack(await makers(), input, tx))
  await approves(await checkers(), approvalId)
  assert.deepEqual(await commissionOf(earner), [0, 0, 0, 20_00])
  assert.equal((await answers.referralHome(earner, {})).owed, 20_00)
  const { list } = await desk.listSelfReferrals(await makers(), {})
  assert.ok(list.some((ring) => ring.inviteeAccountId === rows[0]!.id && ring.why === 'STAFF'))
  await booksHold()
})
