import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import {
  discardRules,
  listRuleSets,
  publishRules,
  rollBackRules,
  shadowRules,
  showRuleSet,
} from '#contract/trades/desk/rules.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'
import type { RuleSet } from './RuleList.tsx'
import css from './Rules.module.css'

const refreshes = [showRuleSet, listRuleSets, listApprovals]

/** The next steps of a set's life. Those that it may not take yet say why. */
export function SetMoves({ set }: { set: RuleSet }) {
  const { t } = useSay()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'publish' | 'back' | 'discard'>()
  const shadow = useCall(shadowRules, { refreshes })
  if (!useHolds('staff:risk.make')) return null
  const { rulesId, state } = set
  const open = state === 'DRAFT' || state === 'SHADOW'
  const untried = set.shadowTime === null || set.backTest?.state !== 'DONE'
  const waits = set.pendingApprovalId ? t('ruleDesk.waiting') : undefined
  const close = () => setAsking(undefined)
  return (
    <span className={css.buttons}>
      {open && (
        <>
          <Button onClick={() => void navigate(paths.ruleDraft(rulesId))}>{t('ruleDesk.edit')}</Button>
          <Button loading={shadow.isPending} onClick={() => shadow.mutate({ rulesId, on: state === 'DRAFT' })}>
            {state === 'DRAFT' ? t('ruleDesk.shadowOn') : t('ruleDesk.shadowOff')}
          </Button>
          <Button onClick={() => setAsking('discard')}>{t('ruleDesk.discard')}</Button>
          <Button
            look="primary"
            disabled={waits ?? (untried ? t('ruleDesk.untried') : undefined)}
            onClick={() => setAsking('publish')}
          >
            {t('ruleDesk.publish')}
          </Button>
        </>
      )}
      {state === 'LIVE' && set.follows && (
        <Button look="danger" disabled={waits} onClick={() => setAsking('back')}>
          {t('ruleDesk.rollBack')}
        </Button>
      )}
      {asking === 'publish' && (
        <ReasonDialog
          call={publishRules}
          wish={{ rulesId }}
          title={`${t('ruleDesk.publish')} · #${set.number}`}
          text={t('ruleDesk.publishText')}
          submit={t('ruleDesk.publish')}
          done={t('ruleDesk.asked')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {asking === 'back' && (
        <ReasonDialog
          call={rollBackRules}
          wish={{}}
          title={t('ruleDesk.rollBack')}
          text={t('ruleDesk.rollBackText', { number: set.follows?.number ?? '' })}
          submit={t('ruleDesk.rollBack')}
          done={t('ruleDesk.asked')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {asking === 'discard' && (
        <ReasonDialog
          call={discardRules}
          wish={{ rulesId }}
          title={`${t('ruleDesk.discard')} · #${set.number}`}
          text={t('ruleDesk.discardText')}
          submit={t('ruleDesk.discard')}
          done={t('ruleDesk.discarded')}
          refreshes={refreshes}
          onDone={() => void navigate(paths.rules)}
          onClose={close}
        />
      )}
    </span>
  )
}
