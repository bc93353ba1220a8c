import { useState } from 'react'
import { Link } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import { askResume, haltDecisions, riskState } from '#contract/trades/desk/board.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'
import css from './Risk.module.css'

/** The switch for everything. What is stopped says who stopped it and why, on every visit. */
export function StateOfAll() {
  const { t } = useSay()
  const makes = useHolds('staff:risk.make')
  const [open, setOpen] = useState(false)
  const { data: state } = useAsk(riskState, {}, { everyMs: 5000 })
  if (!state) return <Skeleton height={64} radius={12} />
  const halted = state.halted === 1
  return (
    <>
      <div className={css.state} data-halted={halted} role="status">
        <Icon name={halted ? 'warn' : 'check'} />
        <p>
          <strong>{halted ? t('riskDesk.haltedTitle') : t('riskDesk.running')}</strong>
          <span>
            {halted
              ? t('riskDesk.haltedText', {
                  name: state.haltedBy ?? '',
                  time: showTime(state.haltTime),
                  reason: state.haltReason ?? '',
                })
              : t('riskDesk.runningText', { number: state.live.number }) +
                (state.shadow ? t('riskDesk.shadowText', { number: state.shadow.number }) : '')}
          </span>
        </p>
        {state.resumeApprovalId ? (
          <Link to={paths.approval(state.resumeApprovalId)}>{t('riskDesk.waiting')}</Link>
        ) : (
          makes && (
            <Button look={halted ? 'primary' : 'danger'} onClick={() => setOpen(true)}>
              {halted ? t('riskDesk.resume') : t('riskDesk.halt')}
            </Button>
          )
        )}
      </div>
      {open && (
        <ReasonDialog
          call={halted ? askResume : haltDecisions}
          wish={{}}
          title={halted ? t('riskDesk.resume') : t('riskDesk.halt')}
          text={halted ? t('riskDesk.resumeText') : t('riskDesk.haltText')}
          submit={halted ? t('riskDesk.resume') : t('riskDesk.halt')}
          done={halted ? t('riskDesk.asked') : t('riskDesk.haltDone')}
          refreshes={[riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
