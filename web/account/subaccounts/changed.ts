import { listCards, listCardsOfSubs } from '#contract/cards/cards.ts'
import { listAsks, listSubs, subOptions } from '#contract/subaccounts/subaccounts.ts'
import type { Output } from '#contract/core/call.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { loadUserInfo, loadPermissions } from '#web/parts/client/whoAmI.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'

export type Page = Output<typeof listSubs>
export type ShownSub = Page['data'][number]

/** Refreshes everything that shows a sub-account, and the wallet that may have paid for one. */
export function subsChanged(): void {
  refresh(listSubs, subOptions, listAsks, listCards, listCardsOfSubs)
  void loadWallet().catch(() => {})
}

/** The first sub-account changes its parent's menu. */
export async function firstSubAdded(): Promise<void> {
  await loadUserInfo().catch(() => {})
  await loadPermissions().catch(() => {})
}
