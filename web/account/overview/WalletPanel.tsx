import { Link, useNavigate } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { show } from '#contract/core/money.ts'
import { Split } from '#web/ui/charts/Split.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { flat, permitted } from '../menu.ts'
import { paths } from '../paths.ts'
import { table } from '../routes.ts'
import type { Figures } from './figures.ts'
import { useText } from './text.ts'
import css from './Overview.module.css'

const quick: readonly { path: string; icon: IconName; word: 'topup' | 'open' | 'cards' }[] = [
  { path: paths.rechargeIndex, icon: 'topup', word: 'topup' },
  { path: paths.cardOpen, icon: 'open', word: 'open' },
  { path: paths.cardList, icon: 'list', word: 'cards' },
]

/** What can be spent, and where the rest is. */
export function WalletPanel({ figures: { wallet, topup } }: { figures: Figures }) {
  const t = useText()
  const navigate = useNavigate()
  const state = useSession()
  const reachable = new Set(
    flat(table)
      .filter((entry) => permitted(entry, state))
      .map(({ path }) => path),
  )
  return (
    <Panel>
      <div className={css.wallet}>
        <div>
          <span className={css.label}>{t('overview.balance')}</span>
          <Link className={css.balance} to={paths.financeRecord}>
            <Money cents={wallet.usdBalance} size="xl" />
          </Link>
        </div>
        <div className={css.quick}>
          {quick
            .filter(({ path }) => reachable.has(path))
            .map(({ path, icon, word }, index) => (
              <Button
                key={path}
                look={index === 0 ? 'primary' : 'plain'}
                icon={icon}
                onClick={() => void navigate(path)}
              >
                {t(`overview.quick.${word}`)}
              </Button>
            ))}
        </div>
      </div>
      <Split
        label={t('overview.where')}
        parts={[
          { name: t('overview.balance'), value: wallet.usdBalance ?? 0, color: 1 },
          { name: t('overview.frozen'), value: wallet.usdFrozen ?? 0, color: 4 },
          { name: t('overview.onCards'), value: wallet.usdCard ?? 0, color: 3 },
        ]}
        show={(cents) => show(cents)}
      />
      <div className={css.figures}>
        <Stat label={t('overview.topupMonth')} value={<Money cents={topup.month} />} />
        <Stat label={t('overview.topupTotal')} value={<Money cents={topup.total} />} />
        <Stat label={t('overview.rebate')} value={<Money cents={wallet.usdRebate} />} />
        {(wallet.usdReceivable ?? 0) > 0 && (
          <Stat label={t('overview.owed')} value={<Money cents={-(wallet.usdReceivable ?? 0)} />} />
        )}
      </div>
    </Panel>
  )
}
