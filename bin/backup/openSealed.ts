/**
 * Shows that the secrets belong to the database of DATABASE_URL: opens what is sealed, and has the issuer reveal a card's number, which must be the one that the
 * directory of numbers knows. Prints counts as JSON, and never what was opened.
 */
import { cardNumbers, openHolder } from '#server/cards/sealed.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, db, many, openDb, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { unsealMobile } from '#server/identity/logins/mobiles.ts'
import { composition } from '#server/modules.ts'
import { outsideOf, outsideSettings } from '#server/outside/choose.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { numberAt, outside, useOutside } from '#server/outside/outside.ts'

export type Opened = {
  holders: number
  logins: number
  /** The last four digits. */
  revealed?: string
  notRevealed?: string
}

const SAMPLE = 200

const settings = readConfig(process.env, outsideSettings)
const secrets = await openSecrets(settings)
useSecrets(secrets)
useOutside(outsideOf({ ...settings, secrets }))
compose(composition)
openDb(settings.databaseUrl, { connections: 1, statementTimeoutMs: 60_000 })
try {
  console.log(JSON.stringify(await open()))
} finally {
  await closeDb()
}

async function open(): Promise<Opened> {
  const cards = await many(
    db,
    sql<{
      card_id: string
      holder_enc: Buffer
    }>`SELECT card_id, holder_enc FROM card WHERE length(holder_enc) > 0 ORDER BY created_at DESC LIMIT ${SAMPLE}`,
  )
  for (const { card_id, holder_enc } of cards) openHolder(card_id, holder_enc)
  const logins = await many(
    db,
    sql<{
      login_id: string
      mobile_enc: Buffer
    }>`SELECT login_id, mobile_enc FROM login WHERE length(mobile_enc) > 0 ORDER BY created_at DESC LIMIT ${SAMPLE}`,
  )
  for (const { login_id, mobile_enc } of logins) unsealMobile(login_id, mobile_enc)
  const opened = { holders: cards.length, logins: logins.length }
  return process.argv.includes('--no-reveal')
    ? { ...opened, notRevealed: 'no number was revealed (--no-reveal)' }
    : { ...opened, ...(await reveal()) }
}

/** An issuer that shows numbers in a page of its own gives none to anybody else. */
async function reveal(): Promise<Pick<Opened, 'revealed' | 'notRevealed'>> {
  const issuers = [...outside.issuers.values()].filter(({ reveals }) => reveals === 'API')
  const [card] = await many(
    db,
    sql<{ card_id: string; issuer_id: string; issuer_ref: string; hash: Buffer }>`
      SELECT card.card_id, card.issuer_id, card.issuer_ref, card_number.pan_hmac AS hash
        FROM card
        JOIN card_number USING (cell, la_id)
       WHERE card.status = 'ACTIVE' AND card.issuer_id = ANY (${issuers.map(({ id }) => id)})
       ORDER BY card.created_at DESC
       LIMIT 1`,
  )
  if (!card) return { notRevealed: 'no card’s number can be revealed by an interface' }
  const { card_id, issuer_id: issuerId, issuer_ref: ref, hash } = card
  const why = { actorId: 'drill', reason: 'restore drill' }
  const secret = await numberAt(outside.issuers.get(issuerId)!, ref, why)
  const last4 = secret.pan.slice(-4)
  // Found by its number, or by the issuer's name for it.
  const known = [secret, undefined].flatMap((by) => cardNumbers(card_id, { issuerId, ref, secret: by }))
  if (!known.some(({ pan_hmac }) => pan_hmac.equals(hash)))
    throw new Error(`the number of the card that ends in ${last4} is not the one in the directory: other secrets?`)
  return { revealed: last4 }
}
