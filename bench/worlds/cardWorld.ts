/** An account holder with many loaded cards, created in bulk: the books balance, only the issuer was not involved. */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId, serial } from '#server/core/ids.ts'
import { cardAccount, credit, debit, openAccounts, platform, postMany, wallet } from '#server/ledger/ledger.ts'
import type { Load } from '../processes/load.ts'
import { cardNumbers, holderColumns } from '#server/cards/sealed.ts'
import { issuerOf, wires, type Wire } from '../tools/wires.ts'

const EACH_CENTS = 9_000_000_00
/** The holder of every card. */
export const BEN = {
  first_name: 'Ben',
  last_name: 'Chmark',
  street: '1 Main St',
  city: 'Austin',
  state: 'TX',
  zip_code: '73301',
}

type Card = Load['cards'][number]

/** `from`: how many cards there are before these. The cards belong to so many accounts, in turn: where rows lie, and with it what an index costs, depends on how many there are. */
export async function cardWorld(
  count: number,
  accounts: number,
  wire: Wire = 'kaika',
  from = 0,
): Promise<Pick<Load, 'cards' | 'merchants'>> {
  const cards = newCards(count, wire, from)
  for (let n = 0; n < accounts; n++)
    await openWith(
      wire,
      cards.filter((_, i) => i % accounts === n),
    )
  const merchants = Array.from({ length: 40 }, (_, i) => ({
    id: `mer_bench_${i}`,
    name: `MERCHANT ${i}`,
    descriptor: `MERCHANT ${i} *ONLINE`,
    mcc: '5734',
    country: 'US',
  }))
  return { cards, merchants }
}

/** Cards that nobody has yet; always the same. `from`: how many there are before them. */
export const newCards = (count: number, wire: Wire = 'kaika', from = 0): Card[] =>
  Array.from({ length: count }, (_, n) => n + from).map((i) => ({
    cardNumber: luhn(`${42424200 + wires.indexOf(wire)}${String(i).padStart(7, '0')}`),
    expMonth: 12,
    expYear: 2032,
    cvc: String(100 + (i % 900)),
    ref: `ref_${wire}_${i}`,
  }))

/** An account with these cards. */
async function openWith(wire: Wire, cards: readonly Card[]): Promise<void> {
  const accountId = newId('acc')
  const [userNo, inviteCode] = [serial(8), serial(8)]
  await sql`
    INSERT INTO account (cell, account_id, user_no, nickname, invite_code, created_at, updated_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${userNo}, 'Bench', ${inviteCode}, ${now()}, ${now()})`.execute(db)
  await sql`
    INSERT INTO account_code (code, kind, cell, account_id)
    VALUES (${userNo}, 'USER_NO', ${cellOf(accountId)}, ${accountId}), (${inviteCode}, 'INVITE', ${cellOf(accountId)}, ${accountId})`.execute(
    db,
  )
  await openCards(accountId, cards, wire)
}

/** Gives an account these cards. By their numbers are found those of our own wire, all others by their issuer's name. Returns the cards' ids. */
export async function openCards(
  accountId: string,
  cards: readonly Card[],
  wire: Wire = 'kaika',
  eachCents = EACH_CENTS,
): Promise<string[]> {
  const issuerId = issuerOf[wire]
  const numberOf = ({ cardNumber: pan, cvc, ref }: Card, id: string) =>
    cardNumbers(id, { issuerId, ref, secret: wire === 'kaika' ? { pan, cvc } : undefined })[0]!
  const cardIds = cards.map(() => newId('crd'))
  const numbers = cards.map((card, i) => numberOf(card, cardIds[i]!))
  const holders = cardIds.map((id) => holderColumns(accountId, id, BEN))
  await transaction(async (tx) => {
    await openAccounts(tx, [wallet(accountId)])
    await postMany(tx, [
      {
        kind: 'TOPUP_USDT',
        accountId,
        biz: { type: 'bench', id: accountId },
        lines: [
          debit(platform('1220', 'USDT_TRC20', 'USD'), eachCents * cards.length),
          credit(wallet(accountId), eachCents * cards.length),
        ],
      },
    ])
    const laIds = await openAccounts(
      tx,
      cardIds.map((id) => cardAccount(accountId, id)),
    )
    await postMany(
      tx,
      cardIds.map((id) => ({
        kind: 'CARD_LOAD' as const,
        accountId,
        biz: { type: 'bench', id },
        lines: [debit(wallet(accountId), eachCents), credit(cardAccount(accountId, id), eachCents)],
      })),
    )
    await sql`
      INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, last4, exp_month, exp_year, expires_at, holder_enc, holder_marks, zip_hash,
                        country, status, issuer_id, issuer_ref, open_order_no, la_id, deposit_cents, created_at, updated_at)
      SELECT ${cellOf(accountId)}::smallint, ${accountId}, id, 'B' || n, 'VISA-US-2', '42424200', 'VISA', last4, 12, 2032, '2033-01-01', holder, ${holders[0]!.holder_marks}::integer[], zip,
             'US', 'ACTIVE', ${issuerId}, ref, 'ord_' || id, la_id, ${eachCents}, ${now()}, ${now()}
        FROM unnest(${cardIds}::text[], ${cards.map(({ cardNumber }) => cardNumber.slice(-4))}::text[], ${laIds}::bigint[],
                    ${holders.map((one) => one.holder_enc)}::bytea[], ${holders.map((one) => one.zip_hash)}::bytea[],
                    ${cards.map(({ ref }) => ref)}::text[])
               WITH ORDINALITY AS made (id, last4, la_id, holder, zip, ref, n)`.execute(tx)
    await sql`
      INSERT INTO card_issuer_ref (issuer_ref, issuer_id, cell, account_id, card_id)
      SELECT issuer_ref, issuer_id, cell, account_id, card_id FROM card WHERE ${ofAccount(accountId)}`.execute(tx)
    await sql`
      INSERT INTO card_number (cell, la_id, pan_hmac, cvc_enc, account_id, card_id)
      SELECT ${cellOf(accountId)}::smallint, la_id, pan, cvc, ${accountId}, id
        FROM unnest(${numbers.map((one) => one.pan_hmac)}::bytea[], ${numbers.map((one) => one.cvc_enc)}::bytea[], ${cardIds}::text[], ${laIds}::bigint[]) AS made (pan, cvc, id, la_id)`.execute(
      tx,
    )
  })
  return cardIds
}

function luhn(start: string): string {
  const sum = [...start]
    .reverse()
    .reduce(
      (sum, digit, i) => sum + (i % 2 ? Number(digit) : Number(digit) > 4 ? Number(digit) * 2 - 9 : Number(digit) * 2),
      0,
    )
  return start + String((10 - (sum % 10)) % 10)
}
