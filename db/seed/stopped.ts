/** 13800000005: let its cards be tried where they do not work, until the decline rate stopped all of them. */
import { setTimeout } from 'node:timers/promises'
import type { Actor } from '#server/core/actor.ts'
import { HOUR, MINUTE } from '#server/core/clock.ts'
import type { Agenda } from './agenda.ts'
import { dayOf, type Businesses } from './business.ts'
import { isDeclined, type Slipped } from './declines.ts'
import { Owner } from './owner.ts'

const STOPPED_DAYS_AGO = 6
/** Enough, and more than enough: the rate is above 5 in 100 before the last one. */
const tried: readonly Slipped[] = [
  'MCC_BLOCKED',
  'CVC_MISMATCH',
  'MCC_BLOCKED',
  'AVS_MISMATCH',
  'COUNTRY_BLOCKED',
  'EXPIRY_MISMATCH',
  'MCC_BLOCKED',
  'THREEDS_FAILED',
  'SINGLE_LIMIT',
  'COUNTRY_BLOCKED',
]

export function stopped(agenda: Agenda, businesses: Businesses, actor: Actor): void {
  const owner = new Owner(agenda, actor, 'stopped', 5)
  businesses.add({
    owner,
    fleets: [
      {
        remark: '店铺',
        vid: 'VISA-US-2',
        merchants: ['amazon', 'ebay', 'etsy', 'paypal', 'shein'],
        opened: [
          [40, 3],
          [24, 4],
        ],
        cents: 120_00,
        use: 1,
      },
    ],
    firstDay: 40,
    lastDay: STOPPED_DAYS_AGO + 1,
    perDay: (daysAgo) => (daysAgo % 2 ? 2 : 3),
    reserve: 300,
    scale: 0.4,
  })
  const night = dayOf(owner, STOPPED_DAYS_AGO) + 3 * HOUR
  agenda.alone(night, async () => {
    for (const [n, reason] of tried.entries()) {
      await agenda.stage.moveTo(night + n * 7 * MINUTE)
      await isDeclined(owner, owner.cards[n % 7]!, reason)
    }
    await setTimeout(300) // the question whether it is too much is put a moment after the declines
  })
  for (const [daysAgo, n] of [
    [5, 0],
    [3, 2],
    [1, 4],
  ] as const)
    agenda.alone(dayOf(owner, daysAgo) + 9 * HOUR, () => isDeclined(owner, owner.cards[n]!, 'ACCOUNT_SHUTDOWN'))
}
