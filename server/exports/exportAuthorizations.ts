import type * as contract from '#contract/exports/exports.ts'
import type { Answer } from '../core/answer.ts'
import { authorizationsAsSheet, declinesAsSheet } from '../trades/trades.ts'
import { downloadSheet } from './download.ts'

const words = {
  auth: { cn: '授权交易', en: 'Authorizations' },
  refuse: { cn: '拒付记录', en: 'Declines' },
} as const

/** A parent's own cards, with `scope=all` or a `subUid` also its sub-accounts'; a sub-account's own, whatever it asks: as the lists. */
export const exportAuthorizations: Answer<typeof contract.exportAuthorizations> = async (
  actor,
  { tab, format, ...filters },
) => {
  const sheet = await (tab === 'refuse' ? declinesAsSheet(actor, filters) : authorizationsAsSheet(actor, filters))
  return downloadSheet(actor, { what: words[tab], format, filters }, sheet)
}
