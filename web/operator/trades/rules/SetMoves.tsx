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
import type { RuleSet } from './RuleList.tsx'
import { useText } from '../text.ts'
import css from './Rules.module.css'

const refreshes = [showRuleSet, listRuleSets, listApprovals]

/** The next steps of a set's life. Those that it may not take yet say why. */
export function SetMoves({ set }: { set: RuleSet }) {
  const t = useText()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'publish' | 'back' | 'discard'>()
  const shadow = useCall(shadowRules, { refreshes })
  if (!useHolds('staff:risk.make')) return null
  const { rulesId, state } = set
  const open = state === 'DRAFT' || state === 'SHADOW'
  const untried = set.shadowTime === null || set.backTest?.state !== 'DONE'
  const waits = set.pendingApprovalId ? t('rules.waiting') : undefined
  const close = () => setAsking(undefined)
  return (
    <span className={css.buttons}>
      {open && (
        <>
          <Button onClick={() => void navigate(paths.ruleDraft(rulesId))}>{t('rules.edit')}</Button>
          <Button loading={shadow.isPending} onClick={() => shadow.mutate({ rulesId, on: state === 'DRAFT' })}>
            {state === 'DRAFT' ? t('rules.shadowOn') : t('rules.shadowOff')}
          </Button>
          <Button onClick={() => setAsking('discard')}>{t('rules.discard')}</Button>
          <Button
            look="primary"
            disabled={waits ?? (untried ? t('rules.untried') : undefined)}
            onClick={() => setAsking('publish')}
          >
            {t('rules.publish')}
          </Button>
        </>
      )}
      {state === 'LIVE' && set.follows && (
        <Button look="danger" disabled={waits} onClick={() => setAsking('back')}>
          {t('rules.rollBack')}
        </Button>
      )}
      {asking === 'publish' && (
        <ReasonDialog
          call={publishRules}
          wish={{ rulesId }}
          title={`${t('rules.publish')} · #${set.number}`}
          text={t('rules.publishText')}
          submit={t('rules.publish')}
          done={t('rules.asked')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {asking === 'back' && (
        <ReasonDialog
          call={rollBackRules}
          wish={{}}
          title={t('rules.rollBack')}
          text={t('rules.rollBackText', { number: set.follows?.number ?? '' })}
          submit={t('rules.rollBack')}
          done={t('rules.asked')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {asking === 'discard' && (
        <ReasonDialog
          call={discardRules}
          wish={{ rulesId }}
          title={`${t('rules.discard')} · #${set.number}`}
          text={t('rules.discardText')}
          submit={t('rules.discard')}
          done={t('rules.discarded')}
          refreshes={refreshes}
          onDone={() => void navigate(paths.rules)}
          onClose={close}
        />
      )}
    </span>
  )
}
