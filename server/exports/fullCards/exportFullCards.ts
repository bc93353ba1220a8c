import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  FULL_EXPORT_MAX,
  FULL_LINK_MINUTES,
  usualCardColumns,
  type CardExportColumn,
} from '#contract/exports/exports.ts'
import type * as contract from '#contract/exports/exports.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FileAnswer } from '#contract/core/call.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { cardsAsSheet, logReveals, revealMany, type Revealed } from '#server/cards/cards.ts'
import { ahead, MINUTE } from '#server/core/clock.ts'
import { many, sql, transaction } from '#server/core/db.ts'
import { useTicket } from '#server/identity/identity.ts'
import { notify } from '#server/core/news.ts'
import type { Sheet } from '#server/core/sheet.ts'
import { xlsx } from '../writing/asXlsx.ts'
import { cellSql, type Cells, openRow, sealedIn } from '../writing/cells.ts'
import { fileName, headsOf, writeIn, zoneOf, types } from '../download/download.ts'
import { insertFile, takeFile } from './queries.ts'

const what = { cn: '完整卡号', en: 'Full card numbers' }

/**
 * Full numbers leave only in a file that is encrypted before it is stored, with a password that is shown once and stored nowhere. The
 * step-up, the log and the notice come before the issuer is asked.
 */
export const exportFullCards: Answer<typeof contract.exportFullCards> = async (
  actor,
  { columns, cvc, ticket, ...filters },
) => {
  const keys = keysOf(columns, cvc)
  const sheet = cardsAsSheet(actor, filters, keys)
  const zone = await zoneOf(actor)
  const found = await cardsOf(sheet, zone)
  if (found.length === 0) throw refuse('not_found')
  if (found.length > FULL_EXPORT_MAX) throw refuse('export_too_large', { max: FULL_EXPORT_MAX })

  const asked = await transaction(async (tx) => {
    await useTicket(tx, actor, 'export', ticket)
    const cards = await logReveals(
      tx,
      actor,
      found.map(({ cardId }) => cardId),
    )
    await record(tx, actor, {
      type: 'EXPORT',
      target: `${what.cn} ${what.en}`,
      content: {
        cn: `准备 ${cards.length} 张卡的完整卡号${cvc ? '及 CVC' : ''}（加密 xlsx）`,
        en: `Exported full card numbers${cvc ? ' and security codes' : ''} (encrypted xlsx), cards: ${cards.length}`,
      },
      after: { rows: found.length, revealed: cards.length, cvc, format: 'xlsx', full: true, filters },
    })
    const about = { name: actor.name, count: cards.length, ip: actor.from.ip }
    await notify(tx, { accountId: actor.accountId }, 'export_full', about)
    return cards
  })

  const numbers = await revealMany(actor, asked)
  const [password, link] = [newPassword(), randomBytes(32).toString('base64url')]
  const file = await encrypted(actor, sheet, withNumbers(found, keys, numbers), password)
  const expiresAt = ahead(FULL_LINK_MINUTES * MINUTE)
  const name = `${fileName(what[actor.from.lang], zone)}.xlsx`
  await transaction((tx) => insertFile(tx, actor, { link, name, file, cards: found.length, expiresAt }))
  return { link, password, count: found.length, revealed: numbers.size, expireTime: expiresAt.getTime() }
}

/** Number and expiry always; the security code only on request. */
function keysOf(columns: readonly CardExportColumn[] = usualCardColumns, cvc: boolean): CardExportColumn[] {
  const others = columns.filter((key) => !['number', 'expiry', 'cvc'].includes(key))
  const at = others.includes('cardSeqNo') ? others.indexOf('cardSeqNo') + 1 : 0
  return others.toSpliced(at, 0, 'number', 'expiry', ...(cvc ? ['cvc' as const] : []))
}

type Found = { cardId: string; cells: Cells }

/** In the order of the list. One more than allowed is read, to tell that there are too many. */
function cardsOf(sheet: Sheet, zone: string): Promise<Found[]> {
  const values = sheet.columns.map((column) => sql`(${cellSql(column, 'xlsx')})::text`)
  const places = sealedIn(sheet)
  return transaction(async (tx) => {
    await writeIn(tx, zone)
    const rows = await many(
      tx,
      sql<Found & { sealed: Buffer }>`
      SELECT card.card_id AS "cardId", ARRAY[${sql.join(values)}] AS cells, ${sheet.sealed!.list} AS sealed
        FROM ${sheet.from}
       ORDER BY ${sheet.orderBy}
       LIMIT ${FULL_EXPORT_MAX + 1}`,
    )
    return rows.map(({ cardId, cells, sealed }) => ({
      cardId,
      cells: places ? openRow(places, cells, cardId, sealed) : cells,
    }))
  })
}

/** A card that cannot be revealed (deleted, not issued yet, stopped by risk control) keeps its masked number. */
const withNumbers = (found: readonly Found[], keys: readonly CardExportColumn[], numbers: Revealed): Cells[] =>
  found.map(({ cardId, cells }) => {
    const secret = numbers.get(cardId)
    if (!secret) return cells
    const [month, year] = secret.exp
    const full = { number: secret.pan, cvc: secret.cvc, expiry: `${String(month).padStart(2, '0')}/${year % 100}` }
    return cells.map((cell, at) => full[keys[at] as keyof typeof full] ?? cell)
  })

async function encrypted(actor: Actor, sheet: Sheet, rows: readonly Cells[], password: string): Promise<Buffer> {
  const heads = headsOf(actor, sheet)
  const pieces: Uint8Array[] = []
  for await (const piece of xlsx(what[actor.from.lang], heads, rows.length, inOneLot(rows))) pieces.push(piece)
  return encrypt(Buffer.concat(pieces), password)
}

async function* inOneLot(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows
}

/** 100 bits, without letters that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => ALPHABET[randomInt(32)]).join('')).join('-')

/** Encrypt a workbook so that Excel, WPS and LibreOffice ask for this password. */
async function encrypt(bytes: Uint8Array, password: string): Promise<Buffer> {
  const worker = new Worker(new URL('encryptWorker.ts', import.meta.url), { workerData: { bytes, password } })
  try {
    const [made] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(made)
  } finally {
    await worker.terminate()
  }
}

/** The link works once, for ten minutes, and only for the login that created it: the file is deleted before its answer begins. */
export async function takeFullCards(actor: Actor, link: string | undefined): Promise<FileAnswer> {
  if (!actor.may.has('card:exportFull')) throw refuse('not_permitted')
  const found = await transaction(async (tx) => {
    const file = link ? await takeFile(tx, actor, link) : undefined
    if (!file) throw refuse('step_up', { methods: ['SMS'] })
    await record(tx, actor, {
      type: 'EXPORT',
      target: '完整卡号 Full card numbers',
      content: { cn: `下载 ${file.cards} 张卡的完整卡号`, en: `Downloaded full card numbers, cards: ${file.cards}` },
      after: { rows: file.cards, format: 'xlsx', full: true },
    })
    return file
  })
  return { name: found.name, type: types.xlsx, body: found.file, rows: found.cards }
}
