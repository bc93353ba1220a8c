/** All SQL on push_device. */
import type { PushKind } from '#contract/notices/devices.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Actor, LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '#server/core/database/cells.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type DeviceRow = {
  account_id: string
  device_id: string
  login_id: string
  session_id: string
  target_enc: Buffer
  kinds: PushKind[]
  show_code: boolean
  lang: Lang
  made_device: string
  made_at: Date
  seen_at: Date
  reached_at: Date | null
}

const columns = sql`account_id, device_id, login_id, session_id, target_enc, kinds, show_code, lang, made_device, made_at, seen_at, reached_at`

/** The last used one first. */
export const devicesOf = (on: Tx | Database, login: LoginKey) =>
  many(on, sql<DeviceRow>`SELECT ${columns} FROM push_device WHERE ${ofLogin(login)} ORDER BY seen_at DESC, device_id`)

export const devicesFor = (on: Tx | Database, login: LoginKey, kind: PushKind) =>
  many(
    on,
    sql<DeviceRow>`SELECT ${columns} FROM push_device WHERE ${ofLogin(login)} AND ${kind} = ANY (kinds) ORDER BY device_id`,
  )

export const deviceOfId = (on: Tx | Database, accountId: string, deviceId: string) =>
  maybeOne(
    on,
    sql<DeviceRow>`SELECT ${columns} FROM push_device WHERE ${ofAccount(accountId)} AND device_id = ${deviceId}`,
  )

type Wanted = { kinds: readonly PushKind[]; showCode: boolean }

/** One change of an account's devices at a time: otherwise a device that is turned on twice at once meets its own row. */
export const lockDevices = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`devices ${accountId}`}, 0))`)

export const insertDevice = (
  tx: Tx,
  { accountId, loginId, sessionId, from }: Actor,
  { deviceId, hash, target, kinds, showCode }: Wanted & { deviceId: string; hash: Buffer; target: Buffer },
) =>
  run(
    tx,
    sql`
    INSERT INTO push_device (cell, account_id, device_id, login_id, session_id, endpoint_hash, target_enc, kinds, show_code, lang, made_device, made_at, seen_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${deviceId}, ${loginId}, ${sessionId}, ${hash}, ${target}, ${[...kinds]}::text[], ${showCode},
            ${from.lang}, ${from.device}, ${now()}, ${now()})`,
  )

/** In use, in this session and this language. Returns whether it is one of this login. */
export const renewDevice = (on: Database, { accountId, loginId, sessionId, from }: Actor, hash: Buffer) =>
  run(
    on,
    sql`
    UPDATE push_device SET session_id = ${sessionId}, lang = ${from.lang}, seen_at = ${now()}
     WHERE ${ofLogin({ accountId, loginId })} AND endpoint_hash = ${hash}`,
  )

export const changeDevice = (tx: Tx, login: LoginKey, deviceId: string, { kinds, showCode }: Wanted) =>
  run(
    tx,
    sql`UPDATE push_device SET kinds = ${[...kinds]}::text[], show_code = ${showCode} WHERE ${ofLogin(login)} AND device_id = ${deviceId}`,
  )

export const deleteDevice = (on: Tx | Database, accountId: string, deviceId: string) =>
  run(on, sql`DELETE FROM push_device WHERE ${ofAccount(accountId)} AND device_id = ${deviceId}`)

/** The same browser, whoever of the account used it before. */
export const deleteEndpoint = (tx: Tx, accountId: string, hash: Buffer) =>
  run(tx, sql`DELETE FROM push_device WHERE ${ofAccount(accountId)} AND endpoint_hash = ${hash}`)

export const deleteDevices = (
  tx: Tx,
  accountId: string,
  { loginId, onlySession, exceptSession }: { loginId?: string; onlySession?: string; exceptSession?: string },
) =>
  run(
    tx,
    sql`
    DELETE FROM push_device
     WHERE ${ofAccount(accountId)}
       ${loginId === undefined ? sql`` : sql`AND login_id = ${loginId}`}
       ${onlySession === undefined ? sql`` : sql`AND session_id = ${onlySession}`}
       ${exceptSession === undefined ? sql`` : sql`AND session_id <> ${exceptSession}`}`,
  )

export const noteReached = (on: Database, accountId: string, deviceId: string) =>
  run(on, sql`UPDATE push_device SET reached_at = ${now()} WHERE ${ofAccount(accountId)} AND device_id = ${deviceId}`)

export const forgetUnused = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM push_device WHERE seen_at < ${before}`)

export const noticeToPush = (on: Database, accountId: string, noticeId: string) =>
  maybeOne(
    on,
    sql<{
      title_cn: string
      title_en: string
      html_cn: string
      html_en: string
      biz_type: string
      biz_id: string
      starts_at: Date
    }>`
    SELECT title_cn, title_en, html_cn, html_en, biz_type, biz_id, starts_at
      FROM notice WHERE ${ofAccount(accountId)} AND notice_id = ${noticeId}`,
  )
