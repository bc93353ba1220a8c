/** The holder and billing address of a card, which are changed through the issuer. */
import * as z from 'zod/mini'
import { Address, addressFields, holderName } from './addresses.ts'
import { call } from '../core/call.ts'
import { CardId, Holder } from './shapes.ts'
import { requestNo, Time, type Words } from '../core/fields.ts'

/** How often a card may change its holder or address. */
export const holderChanges = { most: 3, days: 30 } as const

/** SENT: requested. UNKNOWN: requested, but the answer was lost; the request is repeated. */
export const holderChangeStates = {
  SENT: { cn: '等待发卡行确认', en: 'Waiting for the issuer' },
  UNKNOWN: { cn: '等待发卡行确认', en: 'Waiting for the issuer' },
  DONE: { cn: '已修改', en: 'Changed' },
  REFUSED: { cn: '发卡行已拒绝', en: 'Rejected by the issuer' },
} as const satisfies Record<string, Words>
export type HolderChangeState = keyof typeof holderChangeStates

/** The last change as the card's page shows it. */
export const HolderChange = z.object({
  status: z.enum(Object.keys(holderChangeStates) as [HolderChangeState, ...HolderChangeState[]]),
  statusText: z.string(),
  wanted: Holder,
  createTime: Time,
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
})

export const editAddress = call({
  on: 'POST /api/card/editAddress',
  title:
    '修改持卡人与账单地址（发卡行接受后生效） Change the cardholder and billing address, effective once the issuer accepts',
  who: 'card:editAddress',
  action: 'edit',
  once: true,
  input: z.object({
    cardId: CardId,
    /** Absent: the holder stays the same. */
    firstName: z.optional(holderName),
    lastName: z.optional(holderName),
    ...addressFields,
    requestNo,
  }),
  output: z.object({
    /** The requested address; the card has it once the issuer accepts the change. */
    address: Address,
    status: z.enum(['SENT', 'DONE']),
  }),
  refusals: ['not_found', 'card_not_active', 'address_fixed', 'change_pending', 'changes_used_up', 'sub_frozen'],
})
