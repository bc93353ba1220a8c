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
import { useText } from '../text.ts'
import css from './Risk.module.css'

/** The switch for everything. What is stopped says who stopped it and why, on every visit. */
export function StateOfAll() {
  const t = useText()
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
          <strong>{halted ? t('risk.haltedTitle') : t('risk.running')}</strong>
          <span>
            {halted
              ? t('risk.haltedText', {
                  name: state.haltedBy ?? '',
                  time: showTime(state.haltTime),
                  reason: state.haltReason ?? '',
                })
              : t('risk.runningText', { number: state.live.number }) +
                (state.shadow ? t('risk.shadowText', { number: state.shadow.number }) : '')}
          </span>
        </p>
        {state.resumeApprovalId ? (
          <Link to={paths.approval(state.resumeApprovalId)}>{t('risk.waiting')}</Link>
        ) : (
          makes && (
            <Button look={halted ? 'primary' : 'danger'} onClick={() => setOpen(true)}>
              {halted ? t('risk.resume') : t('risk.halt')}
            </Button>
          )
        )}
      </div>
      {open && (
        <ReasonDialog
          call={halted ? askResume : haltDecisions}
          wish={{}}
          title={halted ? t('risk.resume') : t('risk.halt')}
          text={halted ? t('risk.resumeText') : t('risk.haltText')}
          submit={halted ? t('risk.resume') : t('risk.halt')}
          done={halted ? t('risk.asked') : t('risk.haltDone')}
          refreshes={[riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
