/** What in the demo world depends on keys, made with those of this installation. */
import { cardNumbers } from '#server/cards/sealed.ts'
import { seal } from '#server/core/secrets.ts'
import { demoAuthenticator, type Secrets } from '#server/core/settings/storedSecrets.ts'
import { mobileHashes, type Mobile } from '#server/identity/logins/mobiles.ts'
import { depositAddress, watchOnlyKey } from '#server/outside/depositAddress.ts'
import { signingKey } from '#server/outside/signatures.ts'
import { refKey } from '#server/trades/authId.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import { tableNames, tableOf, type SealedTableName } from '../operate/rotation/sealedTables.ts'
import type { Rows, Value } from './demoTemplate.ts'

type Tables = Record<string, Rows>
type Row = Record<string, Value>

const rowsOf = ({ columns, rows }: Rows): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]!])))
const tableFrom = (rows: readonly Row[]): Rows => ({
  columns: Object.keys(rows[0]!),
  rows: rows.map((row) => Object.values(row)),
})
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** The rows of all tables, with the directories that are only hashes. `simulators` has the numbers of the cards. */
export function withKeys(tables: Tables, simulators: Tables, secrets: Secrets): Tables {
  const made: Tables = { ...tables }
  const change = (name: string, work: (row: Row) => Row[]): void => {
    if (made[name]) made[name] = tableFrom(rowsOf(made[name]).flatMap(work))
  }
  made['login_by_mobile'] = tableFrom(
    rowsOf(tables['login']!).flatMap(({ cell, account_id, login_id, mobile_enc }) =>
      mobileHashes(mobile_enc as Mobile).map(
        ({ keyId, hash }) => ({ mobile_hash: hex(hash), cell, account_id, login_id, key_id: keyId }) as Row,
      ),
    ),
  )
  change('staff', (row) => [{ ...row, secret_enc: demoAuthenticator(secrets) }])
  for (const name of tableNames) change(name, (row) => [sealed(name, row)])
  change('card_number', numbersFrom(simulators, tables, secrets))
  change('auth', (row) => [{ ...row, ref_hash: refKey(String(row['issuer_id']), String(row['issuer_ref'])) }])
  return withAddresses(made, simulators, secrets)
}

function sealed(name: SealedTableName, row: Row): Row {
  if (name === 'card_number') return row // made of the card's number
  const { sealed: columns, hashed = [], hash } = tableOf(name)
  const bytes: Record<string, Value | Buffer> = { ...row }
  for (const [column, boundTo] of Object.entries(columns)) {
    const text = row[column]
    if (text === null || text === undefined) continue
    bytes[column] = text === '\\x' ? Buffer.alloc(0) : seal(boundTo(row), String(text))
  }
  const hashes = hash && hashed.every((column) => row[column] !== null) ? hash(bytes) : {}
  const entries = Object.entries({ ...bytes, ...hashes }).map(([column, value]) => [
    column,
    Buffer.isBuffer(value) ? hex(value) : Array.isArray(value) ? `{${value.join(',')}}` : value,
  ])
  return Object.fromEntries(entries) as Row
}

function numbersFrom(simulators: Tables, tables: Tables, { issuerSecret }: Secrets): (row: Row) => Row[] {
  const issued = new Map(rowsOf(simulators['cards']!).map((card) => [card['ref'], card]))
  const refs = new Map(rowsOf(tables['card']!).map((card) => [card['card_id'], card]))
  const key = signingKey(issuerSecret)
  return (row) => {
    const { issuer_ref, issuer_id } = refs.get(row['card_id']!)!
    const { pan, exp_month, exp_year } = issued.get(issuer_ref!)!
    const cvc = securityCode(key, String(pan), [Number(exp_month), Number(exp_year)])
    const numbered = { issuerId: String(issuer_id), ref: String(issuer_ref), secret: { pan: String(pan), cvc } }
    return cardNumbers(String(row['card_id']), numbered).map(({ key_id, pan_hmac, cvc_enc }) => ({
      ...row,
      ...{ key_id, pan_hmac: hex(pan_hmac), cvc_enc: hex(cvc_enc!) },
    }))
  }
}

/** Deposit addresses are those of this installation's seed, wherever one is named. Changes the tables of both. */
function withAddresses(tables: Tables, simulators: Tables, { chainSeed }: Secrets): Tables {
  const xpub = watchOnlyKey(Buffer.from(chainSeed, 'base64'))
  const named = new Map<string, string>()
  for (const { address, hd_index, key_mark } of rowsOf(tables['deposit_address']!)) {
    named.set(String(address), depositAddress(xpub, Number(hd_index)))
    named.set(String(key_mark), depositAddress(xpub, 0))
  }
  const old = new RegExp([...named.keys()].join('|'), 'g')
  const renamed = (value: Value): Value =>
    typeof value === 'string' ? value.replace(old, (address) => named.get(address)!) : value
  for (const all of [tables, simulators])
    for (const [name, { columns, rows }] of Object.entries(all))
      all[name] = { columns, rows: rows.map((row) => row.map(renamed)) }
  return tables
}
