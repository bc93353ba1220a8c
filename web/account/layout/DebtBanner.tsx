import { Link } from 'react-router'
import { plain, show } from '#contract/core/money.ts'
import { wallet } from '#contract/notices/notices.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Banner } from '#web/parts/Banner.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'

/** Shown above every page while the account owes something: how much, why, and the top-up that pays it. */
export default function DebtBanner() {
  const t = useText()
  const isSub = useSession().subAccount
  const figures = useAsk(
    wallet,
    {},
    { quiet: true, everyMs: 15_000, live: ['money'], enabled: !isSub, keep: true },
  ).data
  const { usdReceivable: owed = 0, usdOwedOnCards: onCards = 0 } = figures ?? {}
  // Just paid; the session learns of it within half a minute.
  if (!isSub && owed === 0) return null
  const why = onCards === 0 ? 'receivable' : onCards === owed ? 'cards' : 'both'
  const link = (
    <Link to={{ pathname: paths.rechargeIndex, search: `?amount=${plain(owed).replaceAll(',', '')}` }}>
      {t('layout.debt.topUp', { amount: show(owed) })}
    </Link>
  )
  return (
    <Banner tone="bad" label={t('layout.debt.title')} link={!isSub && link}>
      {isSub ? (
        t('layout.debt.sub')
      ) : (
        <>
          <strong>{t('layout.debt.owed', { amount: show(owed) })}</strong> {t(`layout.debt.why.${why}`)}{' '}
          {t('layout.debt.next')}
        </>
      )}
    </Banner>
  )
}
