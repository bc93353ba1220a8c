/** The devices of a login that show notifications: docs/flows/notifications-on-a-device.md. */
import type * as contract from '#contract/notices/devices.ts'
import { MOST_DEVICES, pushKinds, type PushKind } from '#contract/notices/devices.ts'
import { flag, type Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { browserOf, deviceOf, record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import type { Ports } from '#server/core/composition.ts'
import { confirmDurable, db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { referenceHash, seal, unseal } from '#server/core/secrets.ts'
import { outside, type PushTarget } from '#server/outside/outside.ts'
import {
  changeDevice,
  deleteDevice,
  deleteDevices,
  deleteEndpoint,
  devicesOf,
  forgetUnused,
  insertDevice,
  lockDevices,
  renewDevice,
  type DeviceRow,
} from './queries.ts'

/** A device is removed when nobody has opened the console on it for this long. */
const UNUSED_MS = 60 * DAY

/** The context of what is sealed: it cannot be opened for another device. */
export const targetRow = (deviceId: string): string => `push ${deviceId}`
const hashOf = (endpoint: string): Buffer => referenceHash('push endpoint', endpoint)
export const targetOf = ({ device_id, target_enc }: DeviceRow): PushTarget =>
  JSON.parse(unseal(targetRow(device_id), target_enc)) as PushTarget

const nameOf = ({ made_device }: Pick<DeviceRow, 'made_device'>): string =>
  `${browserOf(made_device)} · ${deviceOf(made_device)}`

export const pushDevices: Answer<typeof contract.pushDevices> = async (actor) => ({
  publicKey: outside.push?.publicKey ?? null,
  list: (await devicesOf(db, actor)).map((row) => ({
    deviceId: row.device_id,
    device: nameOf(row),
    kinds: row.kinds,
    showCode: flag(row.show_code),
    current: flag(row.session_id === actor.sessionId),
    createTime: row.made_at.getTime(),
    lastSentTime: row.reached_at?.getTime() ?? null,
  })),
})

export const addPushDevice: Answer<typeof contract.addPushDevice> = async (actor, input) => {
  const { endpoint, p256dh, auth, showCode } = input
  if (!outside.push?.takes(endpoint)) throw refuse('conflict')
  return transaction(async (tx) => {
    const hash = hashOf(endpoint)
    await lockDevices(tx, actor.accountId)
    await deleteEndpoint(tx, actor.accountId, hash)
    for (const { device_id } of (await devicesOf(tx, actor)).slice(MOST_DEVICES - 1))
      await deleteDevice(tx, actor.accountId, device_id)
    const deviceId = newId('psd')
    const target = seal(targetRow(deviceId), JSON.stringify({ endpoint, p256dh, auth } satisfies PushTarget))
    const kinds = distinct(input.kinds)
    await insertDevice(tx, actor, { deviceId, hash, target, kinds, showCode })
    const device = nameOf({ made_device: actor.from.device })
    const content = { cn: `在 ${device} 开启通知：`, en: `Turned on notifications on ${device}: ` }
    await record(tx, actor, { type: 'PROFILE', target: actor.name, content: withKinds(content, kinds, showCode) })
    return { deviceId }
  })
}

const distinct = (kinds: readonly PushKind[]): PushKind[] => [...new Set(kinds)]

function withKinds({ cn, en }: Words, kinds: readonly PushKind[], showCode: boolean): Words {
  const named = kinds.map((kind) => pushKinds[kind])
  return {
    cn: `${cn}${named.map((word) => word.cn).join('、')}${showCode ? '，通知中显示验证码' : ''}`,
    en: `${en}${named.map((word) => word.en).join(', ')}${showCode ? ', with the code' : ''}`,
  }
}

export const renewPushDevice: Answer<typeof contract.renewPushDevice> = async (actor, { endpoint }) => ({
  known: flag((await renewDevice(db, actor, hashOf(endpoint))) > 0),
})

export const changePushDevice: Answer<typeof contract.changePushDevice> = (actor, { deviceId, kinds, showCode }) =>
  transaction(async (tx) => {
    const before = (await devicesOf(tx, actor)).find(({ device_id }) => device_id === deviceId)
    if (!before || !(await changeDevice(tx, actor, deviceId, { kinds: distinct(kinds), showCode })))
      throw refuse('not_found')
    const content = { cn: `修改 ${nameOf(before)} 的通知：`, en: `Changed notifications on ${nameOf(before)}: ` }
    await record(tx, actor, { type: 'PROFILE', target: actor.name, content: withKinds(content, kinds, showCode) })
    return { ok: flag(true) }
  })

export const removePushDevice: Answer<typeof contract.removePushDevice> = (actor, { deviceId }) =>
  transaction(async (tx) => {
    const before = (await devicesOf(tx, actor)).find(({ device_id }) => device_id === deviceId)
    if (!before) {
      await confirmDurable(tx)
      throw refuse('not_found')
    }
    await deleteDevice(tx, actor.accountId, deviceId)
    const content = { cn: `移除 ${nameOf(before)} 的通知`, en: `Removed notifications on ${nameOf(before)}` }
    await record(tx, actor, { type: 'PROFILE', target: actor.name, content })
    return { ok: flag(true) }
  })

export const forgetDevices: Ports['identity.forgetDevices'] = (tx, { accountId, ...which }) =>
  deleteDevices(tx, accountId, which)

export const forgetUnusedDevices = async (): Promise<void> => void (await forgetUnused(db, ago(UNUSED_MS)))
