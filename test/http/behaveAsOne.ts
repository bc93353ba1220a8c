/** The test of two servers on one database: a caller cannot tell which of them answers. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/core/call.ts'
import * as cards from '#contract/cards/cards.ts'
import * as identity from '#contract/identity/identity.ts'
import * as notices from '#contract/notices/notices.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { balanceOf, prove, wallet } from '#server/ledger/ledger.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { poster, postSigned } from '#simulators/network/post.ts'
import { newAccount, PASSWORD } from '../world.ts'
import { ask, askUntilKnown, granted, type Answered } from './app.ts'
import { aCardInput, plasticOf, someRequestNo } from './inputs/actors.ts'
import { purchaseOf } from './purchases.ts'
import type { Servers } from './servers.ts'

type Balance = Record<'balance' | 'available' | 'pending', number>

export async function behaveAsOne({ urls, simulatorsUrl, key }: Servers): Promise<string> {
  useOutside(simulatedOutside({ simulatorsUrl, secret: key.export().toString('base64') }))
  const [one, other] = urls as [string, string]
  const at = (i: number): string => (i % 2 ? one : other)
  const ana = await newAccount({ balanceCents: 900_00 })
  const { access_token: token } = await granted<{ access_token: string }>(one, identity.signIn, {
    username: ana.mobile,
    password: PASSWORD,
  })
  const asked = <T = Record<string, unknown>>(i: number, row: Call, input: object): Promise<Answered<T>> =>
    askUntilKnown<T>(at(i), row, { ...input }, token)

  // Signed in on one, opened on the other; either may run the resulting jobs.
  const { cardId } = await granted<{ cardId: string }>(other, cards.openCard, aCardInput(), token)
  await until(
    async () =>
      (await asked<{ card: { status: string } }>(1, cards.showCard, { cardId })).data.card.status === 'ACTIVE',
  )
  const plastic = await plasticOf(cardId)

  // One request that reaches both simultaneously is executed once.
  const twice = { cardId, amount: 20_00, requestNo: someRequestNo() }
  const both = await Promise.all([0, 1, 2, 3].map((i) => asked(i, cards.loadCard, twice)))
  const orders = both.filter(({ code }) => code === 200).map(({ data }) => data['orderNo'])
  assert.equal(new Set(orders).size, 1)
  const before = await granted<Balance>(one, cards.cardBalance, { cardId }, token)
  assert.equal(before.balance, 70_00)
  const walletBefore = (await balanceOf(db, wallet(ana.accountId))).available

  // Loads, withdrawals and purchases on both simultaneously.
  const posts = urls.map((url) => poster(url))
  const buy = async (i: number): Promise<number> => {
    const request = purchaseOf(plastic, 20_00 + (i % 7) * 100, `mer_${i}`)
    const signed = { key, id: request.ref, body: JSON.stringify(request) }
    for (let tries = 0; ; tries++) {
      const { status, body } = await postSigned(
        posts[(i + tries) % 2]!,
        '/issuer/simulated/authorizations',
        { ...signed, nowMs: nowMs() },
        20_000,
      )
      if (status === 200) return (JSON.parse(body.toString()) as { amountCents: number }).amountCents
      assert.ok(status === 503 && tries < 10, `${status} ${body.toString()}`)
    }
  }
  const load = (i: number) =>
    asked<{ total: number }>(i, cards.loadCard, { cardId, amount: 15_00, requestNo: someRequestNo() })
  const withdraw = (i: number) =>
    asked<{ amount: number; fee: number }>(i, cards.withdrawFromCard, {
      cardId,
      amount: 5_00,
      requestNo: someRequestNo(),
    })
  const all = await Promise.all(
    Array.from(
      { length: 60 },
      async (_, i) => [await load(i), await buy(i), i < 6 ? await withdraw(i) : undefined] as const,
    ),
  )
  for (const post of posts) post.close()
  const loaded = all.map(([answer]) => answer).filter(({ code }) => code === 200)
  const bought = all.map(([, cents]) => cents).filter((cents) => cents > 0)
  const withdrawn = all.flatMap(([, , answer]) => (answer?.code === 200 ? [answer.data] : []))
  assert.ok(withdrawn.length <= 3, 'three withdrawals a day, whoever is asked')
  assert.ok(loaded.length < 60 && bought.length < 60, 'wallet and card ran short')

  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  const balance = before.balance + loaded.length * 15_00 - sum(withdrawn.map(({ amount }) => amount))
  for (const url of urls) {
    const now = await granted<Balance>(url, cards.cardBalance, { cardId }, token)
    assert.deepEqual([now.balance, now.pending, now.available], [balance, sum(bought), balance - sum(bought)])
    assert.ok(now.available >= 0)
    const { usdBalance } = await granted<{ usdBalance: number }>(url, notices.wallet, {}, token)
    const paid = sum(loaded.map(({ data }) => data.total))
    assert.equal(usdBalance, walletBefore - paid + sum(withdrawn.map(({ amount, fee }) => amount - fee)))
    assert.ok(usdBalance >= 0)
  }

  // Ended on one, invalid on the other with the very next request.
  await granted(one, identity.signOut, {}, token)
  assert.equal((await ask(other, identity.userInfo, {}, token)).code, 600)
  assert.deepEqual(await prove(), [])
  return `${loaded.length} of 60 loads, ${bought.length} of 60 purchases and ${withdrawn.length} of 6 withdrawals went through`
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    if (await what()) return
    await sleep(100)
  }
  assert.fail('it did not come to be')
}
