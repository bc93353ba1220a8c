/** Blocks that result from how a card is used: shown on the card and lifted when they end. */
import { blockCards } from '../cards/cards.ts'
import { transaction } from '../core/db.ts'
import { eachAlone } from '../core/worker/eachAlone.ts'
import { accountOf } from '../identity/identity.ts'
import { blocksOver, forgetBlock } from './queries.ts'

/** The owner can lift it immediately: it only ensures that somebody looks before the merchant tries again. */
export const ranShort = ({ accountId, cardId }: { accountId: string; cardId: string }): Promise<void> =>
  transaction(async (tx) => {
    await blockCards(tx, { accountId, cardIds: [cardId], block: 'USER', on: true, reason: 'SHORT_OF_MONEY' })
  })

export const blockedByCvc = ({ accountId, cardId }: { accountId: string; cardId: string }): Promise<void> =>
  transaction(async (tx) => {
    await blockCards(tx, { accountId, cardIds: [cardId], block: 'RISK', on: true, reason: 'WRONG_CODES' })
  })

/** Lifts the block after 24 hours. A block of the whole account stays until people have lifted it. */
export async function liftCvcBlocks(): Promise<void> {
  await eachAlone(await blocksOver(200), ({ account_id: accountId, card_id: cardId }) =>
    transaction(async (tx) => {
      const { risk_state } = await accountOf(tx, accountId)
      if (risk_state !== 'SHUTDOWN')
        await blockCards(tx, { accountId, cardIds: [cardId], block: 'RISK', on: false, reason: 'WRONG_CODES_OVER' })
      await forgetBlock(tx, accountId, cardId)
    }),
  )
}
