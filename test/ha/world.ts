/** Account holders with sessions and cards, made directly in the database: no issuer is running. */
import type { BenchCard } from '#bench/tools/wires.ts'
import { newCards, openCards } from '#bench/worlds/cardWorld.ts'
import { compose } from '#server/core/composition.ts'
import { openDb } from '#server/core/db.ts'
import type { Secrets } from '#server/core/settings/storedSecrets.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { composition } from '#server/modules.ts'
import { newAccount, signIn } from '../world.ts'

const [ACCOUNTS, CARDS_EACH] = [20, 150]
/** Enough for all runs, and far below what a card may hold. */
const CARD_CENTS = 3_000_00
const WALLET_CENTS = 500_000_00

export type WorldCard = BenchCard & { cardId: string }
export type WorldHolder = { accountId: string; token: string; cards: WorldCard[] }

/** `url`: of a role that may do everything, so that the world is there at once. */
export async function makeWorld(url: string, secrets: Secrets): Promise<WorldHolder[]> {
  compose(composition)
  useSecrets(secrets)
  useIdentity({ captcha: false, work: { cost: 16, tries: 4 }, memoryKiB: 64 })
  openDb(url, { statementTimeoutMs: 60_000 })
  const plastic = newCards(ACCOUNTS * CARDS_EACH)
  const holders: WorldHolder[] = []
  for (let at = 0; at < ACCOUNTS; at++) {
    const person = await newAccount({ balanceCents: WALLET_CENTS, plan: 'PRO' })
    const own = plastic.slice(at * CARDS_EACH, (at + 1) * CARDS_EACH)
    const ids = await openCards(person.accountId, own, 'kaika', CARD_CENTS)
    const { access_token: token } = await signIn(person)
    holders.push({ accountId: person.accountId, token, cards: own.map((card, i) => ({ ...card, cardId: ids[i]! })) })
  }
  return holders
}
