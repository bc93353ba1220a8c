/**
 * Everything in the database that depends on a key: sealed columns, hashes of personal data, and what ages instead of being made anew
 * (docs/decisions/0083-rotate-keys-while-serving.md). `test/operate/sealedTables.test.ts` compares it with the schema.
 */
import type { DB } from '#db/tables.ts'
import { holderColumns, openHolder } from '#server/cards/sealed.ts'
import {
  sealForecastPayer,
  sealLinePayer,
  withForecastPayer,
  withLinePayer,
} from '#server/funding/forecasts/sealedPayer.ts'
import { mobileHash, unsealMobile } from '#server/identity/logins/mobiles.ts'
import { hashOfNo, unsealCard } from '#server/referrals/payouts/cardSecrets.ts'
import { targetRow } from '#server/notices/devices/devices.ts'
import { emailRow } from '#server/notices/preferences/spread.ts'

export type Row = Readonly<Record<string, unknown>>
const text = (row: Row, column: string): string => row[column] as string
const bytes = (row: Row, column: string): Buffer => row[column] as Buffer
/** Bound to the text in this column. */
const by =
  (column: string) =>
  (row: Row): string =>
    text(row, column)

export type SealedTable = {
  /** The sealed columns, each with the text that is bound in. */
  sealed: Readonly<Record<string, (row: Row) => string>>
  /** Other columns that these need, besides the key of the table. */
  needs?: readonly string[]
  /** Columns with hashes by the look-up key, and what they become. Not for rows of people who were forgotten. */
  hashed?: readonly string[]
  hash?: (row: Row) => Readonly<Record<string, Buffer | readonly number[]>>
  /** Rows of pictures are long. */
  batch?: number
}

const PICTURES = { sealed: { body_enc: by('file_id') }, batch: 10 } satisfies SealedTable

export const sealedTables = {
  // First: until it is done, a bank card that two accounts use is only seen to be one if both rows have the same key.
  payout_card: {
    sealed: { sealed: by('bank_card_id') },
    hashed: ['no_hash'],
    hash: (row) => ({
      no_hash: hashOfNo(unsealCard({ bank_card_id: text(row, 'bank_card_id'), sealed: bytes(row, 'sealed') }).no),
    }),
  },
  login: {
    sealed: { mobile_enc: by('login_id') },
    hashed: ['mobile_hash'],
    hash: (row) => ({ mobile_hash: mobileHash(unsealMobile(text(row, 'login_id'), bytes(row, 'mobile_enc'))) }),
  },
  card: {
    sealed: { holder_enc: by('card_id') },
    hashed: ['holder_marks', 'zip_hash'],
    hash(row) {
      const cardId = text(row, 'card_id')
      const person = openHolder(cardId, bytes(row, 'holder_enc'))
      const { holder_marks, zip_hash } = holderColumns(text(row, 'account_id'), cardId, person)
      return { holder_marks, zip_hash }
    },
  },
  card_number: { sealed: { cvc_enc: (row) => `cvc ${text(row, 'card_id')}` }, needs: ['card_id'] },
  card_holder_change: { sealed: { holder_enc: by('change_id') } },
  card_import: { sealed: { lines_enc: by('batch_no') } },
  card_log: { sealed: { holders_enc: by('id') } },
  closing_payout: { sealed: { payee_sealed: by('payout_no') } },
  forecast: {
    sealed: { payer_enc: by('topup_id'), payer_account_enc: by('topup_id') },
    hashed: ['payer_marks'],
    hash(row) {
      const topupId = text(row, 'topup_id')
      const { payer_marks } = sealForecastPayer(
        topupId,
        withForecastPayer({ topup_id: topupId, payer_enc: bytes(row, 'payer_enc') }),
      )
      return { payer_marks }
    },
  },
  forecast_step: {
    sealed: { said_enc: (row) => `${text(row, 'topup_id')} ${String(row['version'])}` },
    needs: ['version'],
  },
  bank_line: {
    sealed: { payer_enc: by('line_id') },
    hashed: ['payer_marks'],
    hash(row) {
      const lineId = text(row, 'line_id')
      const { payer_marks } = sealLinePayer(
        lineId,
        withLinePayer({ line_id: lineId, payer_enc: bytes(row, 'payer_enc') }),
      )
      return { payer_marks }
    },
  },
  google_secret: { sealed: { secret_enc: by('login_id') } },
  staff: { sealed: { secret_enc: by('staff_id') } },
  notification_setting: {
    sealed: {
      email_enc: (row) => emailRow(text(row, 'login_id')),
      pending_enc: (row) => emailRow(text(row, 'login_id')),
    },
  },
  push_device: { sealed: { target_enc: (row) => targetRow(text(row, 'device_id')) } },
  identity_order: {
    sealed: { payload_enc: by('order_no'), cardholders_enc: (row) => `${text(row, 'order_no')} cardholders` },
  },
  three_d_code: {
    sealed: { code_sealed: (row) => `3-D ${text(row, 'issuer_id')} ${text(row, 'challenge_ref')}` },
    needs: ['issuer_id', 'challenge_ref'],
  },
  request_key: { sealed: { answer_enc: (row) => [row['account_id'], row['route'], row['request_no']].join(' ') } },
  attachment: PICTURES,
  dispute_file: PICTURES,
  identity_file: PICTURES,
  slip: PICTURES,
} as const satisfies Partial<Record<keyof DB, SealedTable>>

export type SealedTableName = keyof typeof sealedTables
export const tableNames = Object.keys(sealedTables) as SealedTableName[]
export const tableOf = (name: SealedTableName): SealedTable => sealedTables[name]

/** Directories: a row for each look-up key that the servers know, by whose hash they search. */
export const directories = { login_by_mobile: 'mobile_hash', card_number: 'pan_hmac' } as const

/** Sealed texts inside of others. They are opened within minutes or days, and then no more: they are waited for. `where`: which of them will still be opened. */
export const passingTexts = [
  { name: 'jobs', from: 'graphile_worker._private_jobs', text: `payload::jsonb ->> 'sealed'`, where: 'true' },
  {
    ...{ name: 'issuer events', from: 'webhook_inbox', text: `body ->> 'code'` },
    where: `type = 'threeDs.challenged' AND state IN ('NEW', 'HELD')`,
  },
  { name: 'approvals', from: 'approval', text: `payload ->> 'sealed'`, where: `state = 'WAITING'` },
] as const

/** Other columns of bytes, none of which depends on a key that is rotated. */
export const untouched = {
  'aged_month.sha256': 'a plain hash of an archive',
  'approval.hash': 'a plain hash of the frozen change',
  'control_doc.hash': 'a plain hash of what an owner allows, so that a document is stored once',
  'card_usage.recent': 'counts of a card, sealed by nothing',
  'full_export.link_hash': 'a plain hash of a random link',
  'full_export.file': 'a file of a few minutes, encrypted with a password of its owner',
  'google_recovery.code_hash': 'by the reference key: a recovery code is not stored, and used up later by its owner',
  'issuer_holder.holder_hash':
    'by the reference key: it is the name of a request at the issuer, and has to stay the same',
  'known_browser.browser_hash': 'by the reference key: a random number of the browser, for 90 days',
  'staff_passkey.credential_id': 'a name that the authenticator gave',
  'staff_passkey.public_key': 'a public key of an authenticator',
  'staff_browser.browser_hash': 'by the reference key: a random number of the browser, for 90 days',
  'ledger_checkpoint.books_hash': 'a plain hash',
  'ledger_checkpoint.balances_hash': 'a plain hash',
  'ledger_checkpoint.hash': 'a plain hash',
  'ledger_checkpoint.signature': 'by a key derived from the reference key: old signatures have to stay valid',
  'migration_digest.sha256': 'a plain hash of a file of this program',
  'notification_setting.code_hash': 'by the reference key, for ten minutes',
  'operate_seal.prev_hash': 'a plain hash',
  'operate_seal.hash': 'a plain hash',
  'operate_seal.signature': 'by a key derived from the reference key: old signatures have to stay valid',
  'passkey.credential_id': 'a name that the authenticator gave',
  'passkey.public_key': 'a public key of an authenticator',
  'passkey_by_credential.credential_id': 'a name that the authenticator gave',
  'passkey_challenge.challenge_hash': 'a plain hash of a random number, for minutes',
  'passkey_challenge.payload_hash': 'a plain hash of what is agreed to, for minutes',
  'push_device.endpoint_hash': 'by the reference key: nobody can guess the address of a browser at its push service',
  'quote.input_hash': 'a plain hash, for minutes',
  'rail_picture.body': 'the picture of a code that everybody may see',
  'refresh_token.token_hash': 'a plain hash of a random token',
  'refresh_token.next_salt': 'a random number',
  'remember_token.token_hash': 'a plain hash of a random token',
  'remember_token.public_key': 'a public key of a browser',
  'request_key.body_hash': 'a plain hash, for days',
  'session.access_hash': 'a plain hash of a random token',
  'session.previous_access_hash': 'a plain hash of a random token',
  'sms_code.target_hash': 'by the reference key, for five minutes',
  'sms_code.payload_hash': 'a plain hash, for five minutes',
  'sms_code.code_hash': 'by the reference key, for five minutes',
  'sms_code.requester_hash': 'by the reference key, for five minutes',
  'staff_audit.prev_hash': 'a plain hash',
  'staff_audit.hash': 'a plain hash',
  'staff_audit.signature': 'by a key derived from the reference key: old signatures have to stay valid',
  'staff_chain.hash': 'a plain hash',
  'staff_enrolment.link_hash': 'by the reference key: a random link, for days',
  'staff_session.token_hash': 'a plain hash of a random token',
  'ticket.ticket_hash': 'a plain hash of a random ticket',
} as const satisfies Record<string, string>
