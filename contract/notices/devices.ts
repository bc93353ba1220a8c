/** Notifications that a browser shows although no page of ours is open (Web Push), switched on for each device. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, id, listOf, pattern, Time, withDefault, yesNo, type Words } from '../core/fields.ts'

/** A phone and a few computers. One more takes the place of the one that was not used for the longest time. */
export const MOST_DEVICES = 10

export const pushKinds = {
  CODES: { cn: '3D 验证码', en: '3-D Secure codes' },
  DECLINES: { cn: '拒付', en: 'Declines' },
  REQUESTS: { cn: '子账户申请', en: 'Sub-account requests' },
} as const satisfies Record<string, Words>
export type PushKind = keyof typeof pushKinds

const Kind = z.enum(Object.keys(pushKinds) as [PushKind, ...PushKind[]])
const DeviceId = id('psd')

/** As the browser's `PushSubscription` has it; keys are base64url without padding. */
const subscription = {
  endpoint: pattern(/^https?:\/\/[\x21-\x7e]{4,1000}$/),
  p256dh: pattern(/^[\w-]{87}$/),
  auth: pattern(/^[\w-]{22}$/),
}

export const pushDevices = call({
  on: 'GET /api/user/notifications/devices',
  title: '接收通知的设备 Devices with notifications',
  who: 'member',
  input: nothing,
  output: z.object({
    /** What a browser needs to subscribe. Null: this service sends none. */
    publicKey: z.nullable(z.string()),
    list: z.array(
      z.object({
        deviceId: z.string(),
        device: z.string(),
        kinds: z.array(Kind),
        showCode: Flag,
        /** Last used in the caller's session. */
        current: Flag,
        createTime: Time,
        lastSentTime: z.nullable(Time),
      }),
    ),
  }),
  refusals: [],
})

/** `conflict`: this is not the push service of a browser that we know. */
export const addPushDevice = call({
  on: 'POST /api/user/notifications/devices/add',
  title: '在此设备接收通知 Turn on notifications on a device',
  who: 'member',
  body: 'json',
  perMinute: 20,
  input: z.object({ ...subscription, kinds: listOf(Kind, 1, 3), showCode: withDefault(yesNo, false) }),
  output: z.object({ deviceId: z.string() }),
  refusals: ['conflict'],
})

/** At every start of the console: this device is in use, in this session and this language. */
export const renewPushDevice = call({
  on: 'POST /api/user/notifications/devices/renew',
  title: '更新设备的通知 Renew notifications on a device',
  who: 'member',
  body: 'json',
  perMinute: 60,
  input: z.object(subscription),
  /** Not known: the device was removed, or is somebody else's. It should unsubscribe. */
  output: z.object({ known: Flag }),
  refusals: [],
})

export const changePushDevice = call({
  on: 'POST /api/user/notifications/devices/change',
  title: '修改设备的通知 Change notifications on a device',
  who: 'member',
  body: 'json',
  input: z.object({ deviceId: DeviceId, kinds: listOf(Kind, 1, 3), showCode: yesNo }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})

export const removePushDevice = call({
  on: 'POST /api/user/notifications/devices/remove',
  title: '移除设备 Remove a device',
  who: 'member',
  body: 'json',
  input: z.object({ deviceId: DeviceId }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found'],
})
