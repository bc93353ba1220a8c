/** Payers and providers that do only what they are told, in addition to the people of {@link file://./topUps.ts}. For tests only. */
import type { TestContext } from 'node:test'
import * as contract from '#contract/funding/funding.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, many, sql } from '#server/core/db.ts'
import { answers } from '#server/funding/module.ts'
import type { YuanRail } from '#server/funding/rails/rails.ts'
import { once } from '#server/core/once.ts'
import type { Payments, PaymentProvider, ProviderId, ProviderOrder, ProviderPayment } from '#server/outside/outside.ts'
import { outside, OutsideRefused, OutsideUnknown, useOutside } from '#server/outside/outside.ts'
import { makePayment } from '#server/funding/payments/startPayment.ts'

export type Pretended = Payments & {
  orders: Map<string, ProviderOrder & { provider: ProviderId; amount: number }>
  listed: Map<ProviderId, ProviderPayment[]>
  /** The code that the bank texted. */
  code: string
  /** Requests get no answer. */
  silent: boolean
  tokenised: unknown[]
}

/** In this process, so that ten thousand payments take seconds. */
export function pretended(): Pretended {
  const orders: Pretended['orders'] = new Map()
  const listed: Pretended['listed'] = new Map()
  const answer = <T>(work: () => T): Promise<T> =>
    world.silent ? Promise.reject(new OutsideUnknown('no answer')) : Promise.resolve().then(work)
  const provider = (id: ProviderId): PaymentProvider => ({
    id,
    createOrder: ({ orderNo, amount }) =>
      answer(() => {
        if (!orders.has(orderNo)) orders.set(orderNo, { provider: id, amount, orderNo, state: 'WAITING', payments: [] })
        return { ref: `ref ${orderNo}`, ...(id !== 'UNIONPAY' && { qrContent: `test://${orderNo}` }) }
      }),
    queryOrder: (orderNo) => answer(() => structuredClone(orders.get(orderNo)) ?? null),
    paymentsOf: (day) =>
      answer(() => ({
        payments: (listed.get(id) ?? []).filter(
          ({ paidAt }) => new Date(paidAt + 8 * 3_600_000).toISOString().slice(0, 10) === day,
        ),
      })),
    verifyEvents: () => [],
  })
  const world: Pretended = {
    orders,
    listed,
    code: '123456',
    silent: false,
    tokenised: [],
    WECHAT: provider('WECHAT'),
    ALIPAY: provider('ALIPAY'),
    UNIONPAY: {
      ...provider('UNIONPAY'),
      tokenise: (card) =>
        answer(() => {
          if (card.holderName === 'REFUSE') throw new OutsideRefused('CARD_REFUSED')
          world.tokenised.push(card)
          return { token: 'tok_1', mask: `**** ${card.cardNo.slice(-4)}`, bank: 'ICBC' }
        }),
      confirm: (orderNo, code) =>
        answer(() => {
          if (code !== world.code) throw new OutsideRefused('CODE_WRONG')
          orders.get(orderNo)!.state = 'PAYING'
        }),
    },
  }
  return world
}

/** Providers used only by this test, from start to end. */
export function withPayments(t: TestContext): Pretended {
  const real = outside
  const world = pretended()
  useOutside({ ...real, payments: world })
  t.after(() => useOutside(real))
  return world
}

let refs = 0
/** Someone pays; the provider knows, and nobody has been notified. */
export function pays(world: Pretended, orderNo: string, more: Partial<ProviderPayment> & { id?: ProviderId } = {}) {
  const order = world.orders.get(orderNo)
  const { id = order!.provider, ...over } = more
  const payment: ProviderPayment = {
    ref: `pay-${++refs}`,
    orderNo,
    amount: order?.amount ?? 0,
    currency: 'CNY',
    paidAt: Date.now(),
    ...over,
  }
  if (order) {
    order.payments.push(payment)
    order.state = 'PAID'
  }
  world.listed.set(id, [...(world.listed.get(id) ?? []), payment])
  return payment
}

export const quoteOf = async (actor: Actor, rail: YuanRail, amount: number) => {
  const input = contract.rechargeInfo.input.parse({ rail, amount })
  return (await answers.rechargeInfo(actor, input)).quote!
}

/** Quote and order in one; the QR code is available. */
export async function orderYuan(
  actor: Actor,
  amount: number,
  rail: 'ONLINE_WECHAT' | 'ONLINE_ALIPAY' = 'ONLINE_WECHAT',
) {
  const { quoteId } = await quoteOf(actor, rail, amount)
  const input = { quoteId, rail, requestNo: quoteId }
  const made = (await once(actor, contract.createRecharge.path, input, (tx) =>
    answers.createRecharge(actor, input, tx),
  )) as Awaited<ReturnType<typeof answers.createRecharge>>
  await makePayment(made)
  return made
}

export const aCard = {
  bankCardNo: '6222020200112233446',
  holderName: 'Lin Anna',
  idNo: '110101199003074477',
  mobile: '13800138000',
}
/** By bank card, up to the bank's code. */
export async function orderByCard(actor: Actor, amount: number, more: object = {}) {
  const { quoteId } = await quoteOf(actor, 'UNIONPAY', amount)
  const made = await answers.askBankCode(actor, { quoteId, amount, requestNo: quoteId, ...aCard, ...more })
  await makePayment(made)
  return made
}

export const breaks = async (): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ said: string }>`
      SELECT kind || ' ' || coalesce(order_no, '') || ' ' || state AS said FROM rail_break ORDER BY found_at, break_id`,
    )
  ).map(({ said }) => said)
