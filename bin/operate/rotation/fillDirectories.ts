/**
 * Enters every login and every card under a look-up key that comes next, so that servers find them from the moment they use it. Numbers are not stored: they come
 * from the issuer, which knows them.
 */
import { cardNumbers } from '#server/cards/sealed.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { mobileHashes, unsealMobile } from '#server/identity/logins/mobiles.ts'
import { numberAt, type Issuer } from '#server/outside/issuers/issuer.ts'
import { currentKeys, isRow, runPass, type Gently, type Pass } from './passes.ts'
import { directories, type Row } from './sealedTables.ts'

type Issuers = ReadonlyMap<string, Issuer>

/** The two passes that have to be over before the key is used. */
export const fillPasses = (lookup: number, issuers: Issuers): Pass[] => [
  {
    ...{ step: 'FILL', table: 'login', keys: { ...currentKeys(), lookup }, batch: 50 },
    columns: ['mobile_enc'],
    where: sql`mobile_hash IS NOT NULL`,
    prepare: (rows, key) =>
      Promise.resolve(async (tx) => {
        for (const row of rows) await enterLogin(tx, { row, key, lookup })
      }),
  },
  {
    ...{ step: 'FILL', table: 'card', keys: { ...currentKeys(), lookup }, batch: 20 },
    columns: ['la_id', 'issuer_id', 'issuer_ref', 'card_id'],
    where: sql`status NOT IN ('PENDING', 'FAILED')`,
    async prepare(rows) {
      const found = await Promise.all(rows.map((row) => numberOf(row as CardRow, lookup, issuers)))
      return async (tx) => {
        for (const { row, number } of found) await enterCard(tx, row, number)
      }
    },
  },
]

export async function fillDirectories(
  on: Database,
  { lookup, issuers, ...gently }: Gently & { lookup: number; issuers: Issuers },
): Promise<void> {
  for (const pass of fillPasses(lookup, issuers)) await runPass(on, pass, gently)
}

/** A login whose mobile has changed since it was read was entered by the server that changed it. Locked, so that none changes meanwhile. */
async function enterLogin(
  tx: Tx,
  { row, key, lookup }: { row: Row; key: readonly string[]; lookup: number },
): Promise<void> {
  const loginId = row['login_id'] as string
  const sealed = row['mobile_enc'] as Buffer
  const same = sql`SELECT 1 AS same FROM login WHERE ${isRow(key, row)} AND mobile_enc = ${sealed} FOR UPDATE`
  if (!(await maybeOne(tx, same))) return
  const mobile = unsealMobile(loginId, sealed)
  const { hash } = mobileHashes(mobile).find(({ keyId }) => keyId === lookup)!
  await run(
    tx,
    sql`
    INSERT INTO login_by_mobile (mobile_hash, cell, account_id, login_id, key_id)
    VALUES (${hash}, ${row['cell']}, ${row['account_id']}, ${loginId}, ${lookup})
    ON CONFLICT DO NOTHING`,
  )
}

type CardRow = {
  cell: number
  account_id: string
  card_id: string
  la_id: number
  issuer_id: string
  issuer_ref: string
}

async function numberOf(row: CardRow, lookup: number, issuers: Issuers) {
  const issuer = issuers.get(row.issuer_id)
  if (!issuer)
    throw new Error(`card ${row.card_id} is of the issuer ${row.issuer_id}, which KAIKA_ISSUERS does not name`)
  const why = { actorId: 'key rotation', reason: 'key rotation' }
  const secret = issuer.reveals === 'API' ? await numberAt(issuer, row.issuer_ref, why) : undefined
  const numbers = cardNumbers(row.card_id, { issuerId: row.issuer_id, ref: row.issuer_ref, secret })
  return { row, number: numbers.find(({ key_id }) => key_id === lookup)! }
}

const enterCard = (tx: Tx, row: CardRow, number: ReturnType<typeof cardNumbers>[number]) =>
  run(
    tx,
    sql`
    INSERT INTO card_number (cell, la_id, account_id, card_id, key_id, pan_hmac, cvc_enc)
    VALUES (${row.cell}, ${row.la_id}, ${row.account_id}, ${row.card_id}, ${number.key_id}, ${number.pan_hmac}, ${number.cvc_enc})
    ON CONFLICT DO NOTHING`,
  )

/** How many rows of the directories each look-up key has. */
export async function directoryRows(on: Database): Promise<{ table: string; keyId: number; rows: number }[]> {
  const all = Object.keys(directories).map(async (table) => {
    const rows = await many(
      on,
      sql<{
        keyId: number
        rows: number
      }>`SELECT key_id AS "keyId", count(*) AS rows FROM ${sql.table(table)} GROUP BY 1 ORDER BY 1`,
    )
    return rows.map((row) => ({ ...row, table }))
  })
  return (await Promise.all(all)).flat()
}

const A_FEW = 1000

/** Deletes what only keys find that no server has any more. */
export async function emptyDirectories(on: Database, lookup: number): Promise<void> {
  for (const [table, hash] of Object.entries(directories))
    for (;;) {
      const found = await many(
        on,
        sql<{ hash: Buffer }>`
        SELECT ${sql.ref(hash)} AS hash FROM ${sql.table(table)} WHERE key_id <> ${lookup} LIMIT ${A_FEW}`,
      )
      if (!found.length) break
      const hashes = found.map((row) => row.hash)
      await run(
        on,
        sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(hash)} = ANY (${hashes}::bytea[]) AND key_id <> ${lookup}`,
      )
    }
}

/** How many logins and cards this key does not find: none, unless a pass was left out. One statement, because people sign up all the time. */
export async function notEntered(on: Database, lookup: number): Promise<number> {
  const { logins, cards, mobiles, numbers } = await one(
    on,
    sql<Record<'logins' | 'cards' | 'mobiles' | 'numbers', number>>`
    SELECT (SELECT count(*) FROM login WHERE mobile_hash IS NOT NULL) AS logins,
           (SELECT count(*) FROM card WHERE status NOT IN ('PENDING', 'FAILED')) AS cards,
           (SELECT count(*) FROM login_by_mobile WHERE key_id = ${lookup}) AS mobiles,
           (SELECT count(*) FROM card_number WHERE key_id = ${lookup}) AS numbers`,
  )
  return Math.max(0, logins - mobiles) + Math.max(0, cards - numbers)
}
