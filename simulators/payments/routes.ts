import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { providerIds } from '#server/outside/payments.ts'
import { BadSignature, verify } from '#server/outside/signatures.ts'
import { passesLuhn } from '../cardNumbers.ts'
import { Refused, type World } from '../world.ts'
import { boundsOf, findOrder, insertOrder, orderOf, shownOrder, shownPayment, type PaymentRow } from './orders.ts'
import { atTheBank } from './pay.ts'

const At = z.object({ provider: z.enum(providerIds), orderNo: z.string().optional() })
const OrderInput = z.object({
  orderNo: z.string(),
  amount: z.int().positive(),
  subject: z.string(),
  expiresAt: z.int(),
  cardToken: z.string().optional(),
})
const CardInput = z.object({
  cardNo: z.string().refine(passesLuhn),
  holderName: z.string().min(1),
  idNo: z.string().min(1),
  mobile: z.string().regex(/^1\d{10}$/),
})
const ListInput = z.object({ day: z.iso.date(), cursor: z.coerce.number().int().default(0) })

const PAGE = 500
const CODE_TRIES = 8
/** Card number prefixes and their banks. */
const banks: Record<string, string> = { '622202': 'ICBC', '622848': 'ABC', '621700': 'CCB', '622588': 'CMB' }

/** The providers' API towards us: signed in both directions. */
export function paymentRoutes(scope: FastifyInstance, world: World): void {
  const { store } = world
  scope.addHook('preHandler', async (request: FastifyRequest) => {
    try {
      verify(world.key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
  })

  scope.post('/:provider/orders', (request) => {
    const { provider } = At.parse(request.params)
    const input = OrderInput.parse(request.body)
    let order = findOrder(world, input.orderNo)
    if (!order) {
      const card = input.cardToken === undefined ? undefined : cardOf(input.cardToken)
      if (provider === 'UNIONPAY' && !card) throw new Refused(400, 'CARD_UNKNOWN')
      const code = card ? String(randomInt(1_000_000)).padStart(6, '0') : null
      order = insertOrder(world, { ...input, provider, code })
      if (card && code) text(card.mobile, code, input.amount)
    }
    const qrContent = `kaika-sim://${provider.toLowerCase()}/${order.ref}`
    return { ref: order.ref, ...(provider === 'UNIONPAY' ? {} : { qrContent }) }
  })

  scope.get('/:provider/orders/:orderNo', (request) =>
    shownOrder(world, orderOf(world, At.parse(request.params).orderNo!)),
  )

  scope.post('/:provider/orders/:orderNo/confirm', (request) => {
    const order = orderOf(world, At.parse(request.params).orderNo!)
    const { code } = z.object({ code: z.string() }).parse(request.body)
    if (order.state !== 'WAITING') return { orderNo: order.order_no }
    if (order.expires_at <= world.now()) throw new Refused(410, 'CODE_EXPIRED')
    if (order.code !== code || order.code_tries >= CODE_TRIES) {
      store.run('UPDATE payment_orders SET code_tries = code_tries + 1 WHERE order_no = :orderNo', {
        orderNo: order.order_no,
      })
      throw new Refused(400, 'CODE_WRONG')
    }
    store.run(`UPDATE payment_orders SET state = 'PAYING' WHERE order_no = :orderNo`, { orderNo: order.order_no })
    atTheBank(world, order, cardOf(order.card_token!)!.sentinel)
    return { orderNo: order.order_no }
  })

  scope.post('/:provider/cards', (request) => {
    const { cardNo, holderName, mobile } = CardInput.parse(request.body)
    if (holderName.toUpperCase() === 'REFUSE') throw new Refused(400, 'CARD_REFUSED')
    const token = `tok_${randomBytes(12).toString('hex')}`
    const card = {
      token,
      mask: `**** ${cardNo.slice(-4)}`,
      bank: banks[cardNo.slice(0, 6)] ?? 'ICBC',
      mobile,
      sentinel: holderName.toUpperCase(),
    }
    store.run(
      'INSERT INTO bank_cards (token, mask, bank, mobile, sentinel) VALUES (:token, :mask, :bank, :mobile, :sentinel)',
      card,
    )
    return { token, mask: card.mask, bank: card.bank }
  })

  scope.get('/:provider/list', (request) => {
    const { provider } = At.parse(request.params)
    const { day, cursor } = ListInput.parse(request.query)
    const rows = store.many<PaymentRow & { seq: number }>(
      `SELECT seq, ref, order_no, amount, paid_at, reversed_at FROM payments
        WHERE provider = :provider AND paid_at >= :from AND paid_at < :until AND seq > :cursor ORDER BY seq LIMIT :limit`,
      { provider, ...boundsOf(day), cursor, limit: PAGE + 1 },
    )
    const shown = rows.slice(0, PAGE)
    return { payments: shown.map(shownPayment), ...(rows.length > PAGE && { next: String(shown.at(-1)!.seq) }) }
  })

  const cardOf = (token: string) =>
    store.maybeOne<{ mobile: string; sentinel: string }>(
      'SELECT mobile, sentinel FROM bank_cards WHERE token = :token',
      { token },
    )
  const text = (mobile: string, code: string, amount: number): void => {
    const says = `【银行】您正在支付 ${(amount / 100).toFixed(2)} 元，验证码 ${code}，15 分钟内有效。`
    store.run('INSERT INTO messages (mobile, area, text, code, time) VALUES (:mobile, :area, :says, :code, :time)', {
      mobile,
      area: '86',
      says,
      code,
      time: world.now(),
    })
  }
}
