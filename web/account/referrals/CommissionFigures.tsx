import { useTranslation } from 'react-i18next'
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
import css from './Rebate.module.css'

/** What there is, what is coming and what has left; and the two ways out. */
export function CommissionFigures({ home }: { home: Home }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay(toWallet)
  const below = (min: number) => (home.available < min ? t('rebate.whyNot', { min: show(min) }) : undefined)
  return (
    <Panel title={t('rebate.figures')}>
      <div className={css.figures}>
        <Stat label={t('rebate.available')} value={<Money cents={home.available} />} />
        <Stat
          label={t('rebate.pending')}
          value={<Money cents={home.pending} />}
          note={home.nextMatureTime !== null && t('rebate.pendingNote', { time: showTime(home.nextMatureTime) })}
        />
        <Stat
          label={t('rebate.withdrawn')}
          value={<Money cents={home.withdrawn} />}
          note={home.paying > 0 && t('rebate.paying', { amount: show(home.paying) })}
        />
        <Stat label={t('rebate.total')} value={<Money cents={home.totalRebate} />} />
      </div>
      <div className={css.stack}>
        <p className={css.small}>{t('rebate.people', { invited: home.invited, active: home.active })}</p>
        {home.owed > 0 && <Note tone="warn">{t('rebate.owed', { amount: show(home.owed) })}</Note>}
        <div className={css.buttons}>
          <Button
            look="primary"
            icon="wallet"
            disabled={may.reason ?? below(home.minWithdraw)}
            onClick={() => void navigate(paths.rebateDialog('wallet'))}
          >
            {t('rebate.toWallet')}
          </Button>
          <Button
            disabled={may.reason ?? below(home.minWithdrawBank)}
            onClick={() => void navigate(paths.rebateDialog('bank'))}
          >
            {t('rebate.toBank')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
