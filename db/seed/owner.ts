/** An account holder or a sub-account, and their actions. Amounts in cents. */
import type { Input } from '#contract/core/call.ts'
import { addCardGroup, changeCardGroup, groupCards, orderCardGroup } from '#contract/cards/groups.ts'
import * as cards from '#contract/cards/cards.ts'
import * as funding from '#contract/funding/funding.ts'
import { addTag, type TagColor } from '#contract/cards/tags.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { MINUTE, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { balanceOf, wallet } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { issuerOf, numberAt } from '#server/outside/outside.ts'
import { seeded } from '#simulators/world.ts'
import type { Agenda } from './agenda.ts'
import { asks } from './asks.ts'
import { FOR_FEES, WITH_FEES } from './fees.ts'
import { workOff } from './jobs.ts'
import { holderFor } from './holders.ts'

const { jobs: tasks } = composition

/** A card as its owner keeps track of it. */
export type OwnCard = {
  readonly cardId: string
  readonly vid: string
  readonly remark: string
  readonly paying: { cardNumber: string; expMonth: number; expYear: number; cvc: string; zipCode: string }
  /** The balance that is certain: refunds are not counted on. */
  left: Cents
  idle: boolean
}

export type Opening = { vid: string; remark: string; cents: Cents }

export class Owner {
  readonly actor: Actor
  readonly agenda: Agenda
  readonly chance: () => number
  readonly cards: OwnCard[] = []
  #name: string
  #wishes = 0

  constructor(agenda: Agenda, actor: Actor, name: string, seed: number) {
    this.agenda = agenda
    this.actor = actor
    this.chance = seeded(seed)
    this.#name = name
  }

  /** The same in every run of the seed. */
  #requestNo = (): string => `demo-${this.#name}-${String(++this.#wishes).padStart(5, '0')}`

  #priced(input: Opening) {
    const holder = holderFor(this.chance, input.vid)
    const { vid, remark, cents: rechargeAmount } = input
    return { ...input, holder, call: { vid, remark, rechargeAmount, ...holder, requestNo: this.#requestNo() } }
  }

  /** Orders a card that the issuer does not make now. */
  async orders(input: Opening): Promise<void> {
    await asks(this.actor, cards.openCard, this.#priced(input).call)
    await workOff()
  }

  async opens(inputs: readonly Opening[]): Promise<OwnCard[]> {
    const asked = inputs.map((input) => this.#priced(input))
    const orders = await Promise.all(asked.map(({ call }) => asks(this.actor, cards.openCard, call)))
    await workOff() // the issuer makes them
    const opened = await Promise.all(
      orders.map(async ({ orderNo, cardId }, i): Promise<OwnCard> => {
        const { vid, remark, cents, holder } = asked[i]!
        const { ref } = (await issuerOf('simulated').findByIdem(orderNo))!
        const {
          pan: cardNumber,
          cvc,
          exp,
        } = await numberAt(issuerOf('simulated'), ref, { actorId: 'demo', reason: 'to pay with' })
        const [expMonth, expYear] = exp
        const paying = { cardNumber, expMonth, expYear, cvc, zipCode: holder.zipCode }
        const left = vid === WITH_FEES ? cents - FOR_FEES : cents
        return { cardId, vid, remark, paying, left, idle: false }
      }),
    )
    this.cards.push(...opened)
    return opened
  }

  async loads(card: OwnCard, amount: Cents): Promise<void> {
    await asks(this.actor, cards.loadCard, { cardId: card.cardId, amount, requestNo: this.#requestNo() })
    card.left += amount
  }

  async withdraws(card: OwnCard, amount: Cents): Promise<void> {
    await asks(this.actor, cards.withdrawFromCard, { cardId: card.cardId, amount, requestNo: this.#requestNo() })
    card.left -= amount
  }

  async freezes(some: readonly OwnCard[], frozen: boolean, remark?: string): Promise<void> {
    const input: Input<typeof cards.freezeCard> = {
      cardIds: some.map(({ cardId }) => cardId),
      frozen,
      requestNo: this.#requestNo(),
      ...(remark && { remark }),
    }
    await asks(this.actor, cards.freezeCard, input)
    for (const card of some) card.idle = frozen
  }

  async deletes(card: OwnCard, reason: string): Promise<void> {
    await asks(this.actor, cards.deleteCard, { cardId: card.cardId, reason, requestNo: this.#requestNo() })
    card.idle = true
  }

  /** Creates groups of these cards by the prefix of their remarks, in this order; the first is pinned. */
  async groups(
    names: Readonly<Record<string, { remark?: string; of: readonly string[]; shared?: readonly string[] }>>,
  ) {
    const all = await asks(this.actor, cards.listCards, { scope: 'all', pageSize: 200, sort: 'openDate' })
    let first: string | undefined
    for (const [name, { remark = '', of, shared }] of Object.entries(names)) {
      const { gid } = await asks(this.actor, addCardGroup, { name, remark, requestNo: this.#requestNo() })
      first ??= gid
      if (shared) await asks(this.actor, changeCardGroup, { gid, subUids: [...shared] })
      const cardIds = all.data
        .filter((card) => of.some((head) => card.remark.startsWith(head)))
        .map(({ cardId }) => cardId)
      if (cardIds.length) await asks(this.actor, groupCards, { cardIds, gid })
    }
    if (first) await asks(this.actor, orderCardGroup, { gid: first, action: 'TOP' })
  }

  async tags(names: Readonly<Record<string, { color: TagColor; on: readonly string[] }>>): Promise<void> {
    const all = await asks(this.actor, cards.listCards, { scope: 'all', pageSize: 200, sort: 'openDate' })
    for (const [name, { color, on }] of Object.entries(names)) {
      const cardIds = all.data
        .filter((card) => on.some((head) => card.remark.startsWith(head)))
        .map(({ cardId }) => cardId)
      await asks(this.actor, addTag, { name, color, cardIds, requestNo: this.#requestNo() })
    }
  }

  has = async (): Promise<Cents> => (await balanceOf(db, wallet(this.actor.accountId))).available

  /** Places a USDT order and pays it: `units` (by default the full amount), `afterMs` later. Advances the story to the moment of arrival. */
  async topsUp(usdt: number, { units = usdt, afterMs = 4 * MINUTE, pays = true } = {}): Promise<void> {
    const amountStr = `${usdt}.00`
    const { quote } = await asks(this.actor, funding.rechargeInfo, { rail: 'USDT_TRC20', amountStr })
    if (!quote) throw new Error(`${this.#name} may not top up ${usdt} today`)
    const { quoteId } = quote
    const input = { rail: 'USDT_TRC20' as const, quoteId, requestNo: this.#requestNo() }
    const { address } = await asks(this.actor, funding.createRecharge, input)
    if (!pays) return
    await this.agenda.stage.moveTo(nowMs() + afterMs)
    await this.agenda.stage.outside('/chain/transfers', {
      toAddress: address,
      units: `${units}.000000`,
      confirmations: 24,
    })
    await this.agenda.stage.moveTo(nowMs() + MINUTE)
    await tasks['funding.watch']!({}) // as the worker does every few seconds
  }
}
