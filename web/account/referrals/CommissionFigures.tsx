import { useNavigate } from 'react-router'
import { show } from '#contract/core/money.ts'
import { toWallet } from '#contract/referrals/referrals.ts'
import { showTime } from '#web/parts/dates.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { paths } from '../paths.ts'
import type { Home } from './InvitePanel.tsx'
import { useText } from './text.ts'
import css from './Rebate.module.css'

/** What there is, what is coming and what has left; and the two ways out. */
export function CommissionFigures({ home }: { home: Home }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(toWallet)
  const below = (min: number) => (home.available < min ? t('referrals.whyNot', { min: show(min) }) : undefined)
  return (
    <Panel title={t('referrals.figures')}>
      <div className={css.figures}>
        <Stat label={t('referrals.available')} value={<Money cents={home.available} />} />
        <Stat
          label={t('referrals.pending')}
          value={<Money cents={home.pending} />}
          note={home.nextMatureTime !== null && t('referrals.pendingNote', { time: showTime(home.nextMatureTime) })}
        />
        <Stat
          label={t('referrals.withdrawn')}
          value={<Money cents={home.withdrawn} />}
          note={home.paying > 0 && t('referrals.paying', { amount: show(home.paying) })}
        />
        <Stat label={t('referrals.total')} value={<Money cents={home.totalRebate} />} />
      </div>
      <div className={css.stack}>
        <p className={css.small}>{t('referrals.people', { invited: home.invited, active: home.active })}</p>
        {home.owed > 0 && <Note tone="warn">{t('referrals.owed', { amount: show(home.owed) })}</Note>}
        <div className={css.buttons}>
          <Button
            look="primary"
            icon="wallet"
            disabled={may.reason ?? below(home.minWithdraw)}
            onClick={() => void navigate(paths.rebateDialog('wallet'))}
          >
            {t('referrals.toWallet')}
          </Button>
          <Button
            disabled={may.reason ?? below(home.minWithdrawBank)}
            onClick={() => void navigate(paths.rebateDialog('bank'))}
          >
            {t('referrals.toBank')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
