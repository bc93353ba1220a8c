/** What a network does seldom, and a person who leaves: each has a page of its own at the desk, which would be empty otherwise. */
import { closeAccount, closingCode, closingState } from '#contract/identity/closing.ts'
import { DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import type { Agenda } from './agenda.ts'
import { asks } from './asks.ts'
import { workOff } from './jobs.ts'
import { Owner } from './owner.ts'
import { people, signsUp } from './people.ts'

/** A settlement that its merchant takes back in full, and a refund that names another card: it is held until two people have decided. */
export function oddEvents({ agenda, cards }: Owner): void {
  const { stage, endMs } = agenda
  const buys = async (card: number, merchantId: string, amountCents: number) => {
    const { authorizationId } = await stage.outside<PurchaseAnswer>('/network/purchases', {
      ...cards[card]!.paying,
      ...{ merchantId, amountCents },
    })
    return authorizationId
  }
  const clears = (id: string) =>
    stage.outside<{ clearingId: string }>(`/network/authorizations/${id}/clear`, { final: true })
  agenda.alone(endMs - 31 * HOUR, async () => {
    const bought = await buys(1, 'mer_github', 84_00)
    agenda.alone(endMs - 28 * HOUR, async () => {
      const { clearingId } = await clears(bought)
      agenda.alone(endMs - 7 * HOUR, async () => {
        await stage.outside(`/network/postings/${clearingId}/reverse`, {})
      })
    })
  })
  agenda.alone(endMs - 30 * HOUR, async () => {
    const bought = await buys(2, 'mer_github', 21_00)
    agenda.alone(endMs - 27 * HOUR, async () => void (await clears(bought)))
    agenda.alone(endMs - 100 * MINUTE, async () => {
      await stage.outside('/network/wrong-events', { type: 'refund.posted', id: bought, otherCard: true })
    })
  })
}

/** Topped up once, never opened a card, and leaves with what is left: staff pay it out. */
export function leaves(agenda: Agenda): void {
  const { stage, endMs } = agenda
  agenda.alone(endMs - 12 * DAY + 20 * MINUTE, async () => {
    const owner = new Owner(agenda, await signsUp(stage, people.leaver), 'leaver', 9)
    await owner.topsUp(160)
    agenda.alone(endMs - 20 * HOUR, async () => {
      const { actor } = owner
      const { userNo, blockers } = await asks(actor, closingState, {})
      if (blockers.length > 0) throw new Error(`the leaver is kept by ${JSON.stringify(blockers)}`)
      await asks(actor, closingCode, {})
      await workOff() // the text message is sent
      const [text] = await stage.inbox(people.leaver.mobile)
      await asks(actor, closeAccount, {
        ...{ code: text!.code!, reason: '公司业务调整，不再需要虚拟卡', confirmText: userNo },
        requestNo: 'demo-closing',
      })
    })
  })
}
