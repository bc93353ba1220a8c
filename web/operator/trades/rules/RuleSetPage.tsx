import { Link, useParams, useNavigate } from 'react-router'
import {
  showRuleSet,
  discardRules,
  listRuleSets,
  publishRules,
  rollBackRules,
  shadowRules,
} from '#contract/trades/desk/rules.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted } from '#web/ui/layout.tsx'
import { paths } from '#web/operator/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ToApproval } from '#web/operator/parts/Case.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '#web/operator/parts/PageHead.tsx'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { useText } from '../text.ts'
import { BackTestPanel } from './BackTestPanel.tsx'
import { RuleList, type RuleSet } from './RuleList.tsx'
import { ruleTag } from './RulesPage.tsx'

const LIVE_MS = 2000

/** One set: its rules, its results in shadow mode and back-tests, and its next step. */
export default function RuleSetPage() {
  const t = useText()
  const { rulesId = '' } = useParams()
  const query = useAsk(showRuleSet, { rulesId }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Answered query={query} missing={t('rules.missing')} action={<Link to={paths.rules}>{t('rules.list')}</Link>}>
      {(set) => (
        <PageFrame>
          <PageHead title={`#${set.number}`} moves={<SetMoves set={set} />}>
            {ruleTag(set)}
            <Muted>
              {set.note} · {set.makerName} · {showTime(set.createTime)}
            </Muted>
          </PageHead>
          {set.pendingApprovalId && <ToApproval approvalId={set.pendingApprovalId}>{t('rules.waiting')}</ToApproval>}
          <RuleList document={set.document} house={set.house} />
          <Panel title={t('rules.shadow')} extra={<Muted>{t('rules.shadowText')}</Muted>}>
            {set.shadow ? (
              <Grid gap={5} min={150}>
                <Stat label={t('rules.judged')} value={set.shadow.judged} />
                <Stat
                  label={t('rules.wouldStop')}
                  value={set.shadow.stopped}
                  note={<Money cents={set.shadow.stoppedAmount} />}
                />
                <Stat label={t('rules.wouldPass')} value={set.shadow.passed} />
                {set.shadow.byRule.map(({ name, stopped }) => (
                  <Stat key={name} label={name} value={stopped} />
                ))}
              </Grid>
            ) : (
              <p>{t('rules.noShadow')}</p>
            )}
          </Panel>
          <BackTestPanel set={set} />
        </PageFrame>
      )}
    </Answered>
  )
}

const refreshes = [showRuleSet, listRuleSets, listApprovals]

/** The next steps of a set. Those not yet allowed show the reason. */
function SetMoves({ set }: { set: RuleSet }) {
  const t = useText()
  const navigate = useNavigate()
  const shadow = useCall(shadowRules, { refreshes })
  if (!useHolds('staff:risk.make')) return null
  const { rulesId, state } = set
  const untried = set.shadowTime === null || set.backTest?.state !== 'DONE'
  const waits = set.pendingApprovalId ? t('rules.waiting') : undefined
  const asking = { input: { rulesId }, about: `#${set.number}`, done: t('rules.asked'), refreshes }
  if (state === 'LIVE' && set.follows)
    return (
      <ReasonButton
        call={rollBackRules}
        input={{}}
        look="danger"
        disabled={waits}
        label={t('rules.rollBack')}
        text={t('rules.rollBackText', { number: set.follows.number })}
        done={t('rules.asked')}
        refreshes={refreshes}
      />
    )
  if (state !== 'DRAFT' && state !== 'SHADOW') return null
  return (
    <>
      <Button onClick={() => void navigate(paths.ruleDraft(rulesId))}>{t('rules.edit')}</Button>
      <Button loading={shadow.isPending} onClick={() => shadow.mutate({ rulesId, on: state === 'DRAFT' })}>
        {state === 'DRAFT' ? t('rules.shadowOn') : t('rules.shadowOff')}
      </Button>
      <ReasonButton
        {...asking}
        call={discardRules}
        label={t('rules.discard')}
        text={t('rules.discardText')}
        done={t('rules.discarded')}
        onDone={() => void navigate(paths.rules)}
      />
      <ReasonButton
        {...asking}
        call={publishRules}
        look="primary"
        disabled={waits ?? (untried ? t('rules.untried') : undefined)}
        label={t('rules.publish')}
        text={t('rules.publishText')}
      />
    </>
  )
}
