/** Which keys the running servers have, and how far a rotation of keys is (docs/operate/keys.md#rotation). */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Time } from '../core/fields.ts'

export const KeysInUse = z.object({
  /** Running servers with just these keys. */
  servers: z.int(),
  fieldKey: z.int(),
  fieldKeys: z.array(z.int()),
  lookupKey: z.int(),
  lookupKeys: z.array(z.int()),
})

export const KeyPass = z.object({
  /** FILL: enters rows under the next key. SEAL: seals and hashes rows with the current one. */
  step: z.enum(['FILL', 'SEAL']),
  table: z.string(),
  done: z.int(),
  /** Rows that were there when it began, less those that are done. */
  left: z.int(),
  perSecond: z.number(),
  startTime: Time,
  /** Of the last batch. */
  updateTime: Time,
  finishTime: z.nullable(Time),
})

export const keyRotation = call({
  on: 'GET /api/operator/health/keys',
  title: '密钥轮换 Key rotation',
  who: 'staff:health.view',
  perMinute: 120,
  input: nothing,
  output: z.object({ keys: z.array(KeysInUse), passes: z.array(KeyPass) }),
  refusals: [],
})
