import { show } from '#contract/core/money.ts'
import { wallet } from '#contract/notices/notices.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Banner } from '#web/parts/Banner.tsx'
import { useText } from './text.ts'

/** Shown above every page while staff have frozen the account's funds: how much, and what that means. */
export default function FrozenBanner() {
  const t = useText()
  const isSub = useSession().subAccount
  const figures = useAsk(
    wallet,
    {},
    { quiet: true, everyMs: 15_000, live: ['money'], enabled: !isSub, keep: true },
  ).data
  return (
    <Banner tone="bad" label={t('layout.frozen.title')}>
      {isSub ? (
        t('layout.frozen.sub')
      ) : (
        <>
          <strong>{t('layout.frozen.amount', { amount: show(figures?.usdFundsFrozen ?? 0) })}</strong>{' '}
          {t('layout.frozen.next')}
        </>
      )}
    </Banner>
  )
}
