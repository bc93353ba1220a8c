import { useEffect } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { listFlows } from '#contract/funding/funding.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Money } from '#web/ui/Money.tsx'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { useText } from '../text.ts'
import css from './Flows.module.css'

/** What the wallet has now, and what the filters add up to. */
export function FlowSums({
  summary,
  filtered,
}: {
  summary: Output<typeof listFlows>['summary'] | undefined
  filtered: boolean
}) {
  const t = useText()
  const { Wallet: wallet } = useSession()
  // The balance above the lines must be the one that the lines end in.
  const moved = summary?.net
  useEffect(() => void loadWallet().catch(() => {}), [moved])
  const over = t(filtered ? 'funding.flows.filtered' : 'funding.flows.total')
  return (
    <dl className={css.sums}>
      {wallet?.usdBalance !== undefined && (
        <div>
          <dt>{t('funding.flows.available')}</dt>
          <dd>
            <Money cents={wallet.usdBalance} size="xl" />
          </dd>
          {(wallet.usdFrozen ?? 0) > 0 && (
            <dd className={css.note}>
              {t('funding.flows.processing')} <Money cents={wallet.usdFrozen} />
            </dd>
          )}
        </div>
      )}
      {(['in', 'out', 'net'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`funding.flows.${key}`)}</dt>
          <dd>
            <Money cents={summary && (key === 'out' ? -summary.out : summary[key])} size="l" sign="always" />
          </dd>
          <dd className={css.note}>{over}</dd>
        </div>
      ))}
    </dl>
  )
}
