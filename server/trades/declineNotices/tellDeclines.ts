/**
 * Tells of declines (docs/flows/a-decline-is-told.md), after the decisions and apart from them: a sweep finds what the decisions have stored. Decisions on one card come one
 * after another under the lock of its money, and make their ids under it, so that what has been told of a card is all of its declines up to an id.
 */
import type { Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import { cardNames } from '#server/cards/cards.ts'
import { ago, DAY, MINUTE, now, nowMs, SECOND } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { notify, type NewsParams } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf, subsByNumber } from '#server/identity/identity.ts'
import { firstAuthKey } from '../authId.ts'
import type { AuthRow } from '../auths.ts'
import { merchantNames } from '../lists/queries.ts'
import {
  accountsToTell,
  authsByKey,
  beginMark,
  bundlesToTell,
  claim,
  moveMark,
  type Bundle,
  type Span,
} from './queries.ts'

/** One notice for a card in this time; what is declined meanwhile is in the next one. */
const TOGETHER_MS = 15 * MINUTE
/** Younger declines wait for the next sweep: the clocks of two servers differ by up to two seconds, so a card's ids are in order only after that. */
const SETTLED_MS = 5 * SECOND
/** The mark follows so far behind: everything that waits for its quarter of an hour, and a commit that took long, is after it. */
const BEHIND_MS = 2 * TOGETHER_MS
/** After an interruption, declines that are older are not told any more. */
const MADE_UP_MS = DAY

export async function tellDeclines(): Promise<void> {
  const until = firstAuthKey(nowMs() - SETTLED_MS)
  const mark = BigInt(await beginMark(until))
  const oldest = BigInt(firstAuthKey(nowMs() - MADE_UP_MS))
  const span = { from: String(mark > oldest ? mark : oldest), until, notAfter: ago(TOGETHER_MS) }
  const behind = firstAuthKey(nowMs() - BEHIND_MS)
  await eachAlone(await accountsToTell(span), ({ account_id }) => tellAccount(account_id, span))
  await moveMark(behind)
}

/** In the transaction that notes what was told, so that a notice is neither lost nor sent twice. */
const tellAccount = (accountId: string, span: Span): Promise<void> =>
  transaction(async (tx) => {
    if ((await accountOf(tx, accountId)).status !== 'ACTIVE') return
    const bundles = await bundlesToTell(tx, accountId, span)
    const claimed = await claim(tx, accountId, bundles, { pauseMs: TOGETHER_MS, at: now() })
    const isClaimed = ({ la_id, owner_sub_no }: Bundle) =>
      claimed.some((one) => one.la_id === la_id && one.owner_sub_no === owner_sub_no)
    await tell(tx, accountId, bundles.filter(isClaimed))
  })

async function tell(tx: Tx, accountId: string, bundles: readonly Bundle[]): Promise<void> {
  if (!bundles.length) return
  const rows = await authsByKey(
    tx,
    accountId,
    bundles.map(({ last }) => last),
  )
  const [cards, merchants, subs] = await Promise.all([
    cardNames(
      tx,
      accountId,
      rows.map(({ card_id }) => card_id),
    ),
    merchantNames(
      tx,
      rows.map(({ merchant_no }) => merchant_no),
    ),
    subsByNumber(
      tx,
      accountId,
      bundles.map(({ owner_sub_no }) => owner_sub_no),
    ),
  ])
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  for (const { owner_sub_no: subNo, count, last } of bundles) {
    const row = rowOf.get(last)!
    const about = { type: 'auth', id: row.auth_id }
    const merchant = merchants.get(row.merchant_no) ?? row.descriptor
    const params = {
      last4: cards.get(row.card_id)?.lastFour ?? '',
      cardId: row.card_id,
      merchant,
      count,
      // Of several, the text names the last one's amount only.
      ...(count === 1 && row.amount_cents > 0 && { amount: { cents: row.amount_cents } }),
      what: whatOf(row, count, merchant),
      ...reasonOf(row),
    }
    const sub = subs.get(subNo)
    // What the sub-account may not see, its parent is told like a charge on a card of its own.
    if (!sub || sub.status === 'FROZEN' || !sub.granted_keys.includes('trade:view')) {
      await notify(tx, { accountId }, 'card_declined', params, about)
      continue
    }
    await notify(tx, { accountId, loginId: sub.login_id }, 'card_declined', params, about)
    await notify(tx, { accountId }, 'sub_card_declined', { ...params, name: sub.nickname }, about)
  }
}

function whatOf({ amount_cents }: Pick<AuthRow, 'amount_cents'>, count: number, merchant: string): Words {
  const last =
    amount_cents === 0
      ? { cn: `${merchant} 的卡片验证`, en: `a card verification at ${merchant}` }
      : { cn: `${merchant} 的 ${show(amount_cents)} 扣款`, en: `${show(amount_cents)} at ${merchant}` }
  return count === 1
    ? { cn: `${last.cn}被拒`, en: `${last.en} was declined` }
    : {
        cn: `${count} 笔扣款被拒，最近一笔是 ${last.cn}`,
        en: `${count} charges were declined, most recently ${last.en}`,
      }
}

function reasonOf({ reason }: Pick<AuthRow, 'reason'>): { reason: Words; advice: Words } & NewsParams {
  const { words, advice } =
    declineReasons[(reason ?? 'ISSUER_DECLINED') as DeclineReason] ?? declineReasons.ISSUER_DECLINED
  return { reason: words, advice }
}
