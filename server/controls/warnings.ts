/** Tells of limits that are nearly used up: of those that have `warnAt`. */
import type { Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { limitWindows, type ControlScope } from '#contract/controls/stoppedBy.ts'
import { cardNames, maybeCard } from '../cards/cards.ts'
import { transaction, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { notify } from '../core/news.ts'
import { subOf } from '../identity/identity.ts'
import type { Applied } from './applied.ts'
import type { Near } from './engine/counters.ts'
import { scopeNames } from './showControls.ts'

/** A limit of which the owner is told, and what it has counted. */
export type Warning = Pick<Applied, 'scope' | 'scopeId'> & Near

export const warningOf = ({ scope, scopeId }: Applied, near: Near): Warning => ({ scope, scopeId, ...near })

declare module '../core/jobs.ts' {
  interface Jobs {
    /** Tells the account, and the sub-account that has the card, that a limit is nearly used up. */
    'controls.warn': { accountId: string; warning: Warning }
  }
}

/** At most one waits for each limit. */
export const warn = (tx: Tx, accountId: string, warning: Warning): Promise<void> =>
  later(
    tx,
    'controls.warn',
    { accountId, warning },
    { key: `near ${warning.scope} ${warning.scopeId} ${warning.limit.limitId}` },
  )

export const tellOfLimit = ({ accountId, warning }: { accountId: string; warning: Warning }): Promise<void> =>
  transaction(async (tx) => {
    const { scope, scopeId, limit, used, count } = warning
    const { whose, subUid } = await whoseIs(tx, accountId, scope, scopeId)
    const params = { whose, limit: nameOf(limit), ...amountsOf(limit, used, count) }
    const about = scope === 'CARD' ? { type: 'card', id: scopeId } : undefined
    await notify(tx, { accountId }, 'limit_near', params, about)
    const sub = subUid === undefined ? undefined : await subOf(tx, accountId, subUid)
    if (sub && sub.status !== 'FROZEN' && sub.granted_keys.includes('card:control.view'))
      await notify(tx, { accountId, loginId: sub.login_id }, 'limit_near', params, about)
  })

/** In words, and the sub-account that uses it. */
async function whoseIs(
  tx: Tx,
  accountId: string,
  scope: ControlScope,
  scopeId: string,
): Promise<{ whose: Words; subUid?: string | undefined }> {
  if (scope === 'ACCOUNT') return { whose: { cn: '全部卡片', en: 'all cards' } }
  if (scope === 'CARD') {
    const card = await maybeCard(tx, { accountId, subUid: undefined }, scopeId)
    const last4 = (await cardNames(tx, accountId, [scopeId])).get(scopeId)?.lastFour ?? ''
    return {
      whose: { cn: `尾号 ${last4} 的卡片`, en: `the card ending in ${last4}` },
      subUid: card?.owner_sub_uid ?? undefined,
    }
  }
  const name = (await scopeNames(tx, accountId, scope, [scopeId])).get(scopeId) ?? scopeId
  if (scope === 'GROUP') return { whose: { cn: `分组 ${name} `, en: `the group ${name}` } }
  return { whose: { cn: `子账户 ${name} `, en: `the sub-account ${name}` }, subUid: scopeId }
}

const nameOf = ({ name, window, hours }: Near['limit']): Words =>
  name !== undefined
    ? { cn: name, en: name }
    : window === 'HOURS'
      ? { cn: `最近 ${hours} 小时`, en: hours === 1 ? 'last hour' : `last ${hours} hours` }
      : limitWindows[window]

/** The part that is nearer to its end. */
function amountsOf({ amount, count: most }: Near['limit'], used: number, count: number): { used: Words; all: Words } {
  const byCount = most !== undefined && (amount === undefined || count / most > used / amount)
  if (!byCount) return { used: same(show(used)), all: same(show(amount!)) }
  return { used: same(String(count)), all: { cn: `${most} 笔`, en: most === 1 ? '1 purchase' : `${most} purchases` } }
}
const same = (text: string): Words => ({ cn: text, en: text })
