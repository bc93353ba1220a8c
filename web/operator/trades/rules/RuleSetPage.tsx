import { Link, useParams, useNavigate } from 'react-router'
import { useState } from 'react'
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
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { useText } from '../text.ts'
import { BackTestPanel } from './BackTestPanel.tsx'
import { RuleList, type RuleSet } from './RuleList.tsx'
import { ruleTone } from './RulesPage.tsx'
import css from './Rules.module.css'

const LIVE_MS = 2000

/** One set: its rules, its results in shadow mode and back-tests, and its next step. */
export default function RuleSetPage() {
  const t = useText()
  const { rulesId = '' } = useParams()
  const query = useAsk(showRuleSet, { rulesId }, { quiet: true, everyMs: LIVE_MS })
  if (query.isError)
    return (
      <Empty
        icon="search"
        title={t('rules.missing')}
        text={query.error.says}
        action={<Link to={paths.rules}>{t('rules.list')}</Link>}
      />
    )
  const set = query.data
  if (!set) return <Skeleton height={260} radius={12} />
  return (
    <PageFrame>
      <div className={css.head}>
        <h2>#{set.number}</h2>
        <StatusTag tone={ruleTone[set.state]} text={set.stateText} />
        <span className={css.note}>
          {set.note} · {set.makerName} · {showTime(set.createTime)}
        </span>
        <SetMoves set={set} />
      </div>
      {set.pendingApprovalId && (
        <p>
          <Link to={paths.approval(set.pendingApprovalId)}>{t('rules.waiting')}</Link>
        </p>
      )}
      <RuleList document={set.document} house={set.house} />
      <Panel title={t('rules.shadow')}>
        <p className={css.note}>{t('rules.shadowText')}</p>
        {set.shadow ? (
          <div className={css.stats}>
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
          </div>
        ) : (
          <p>{t('rules.noShadow')}</p>
        )}
      </Panel>
      <BackTestPanel set={set} />
    </PageFrame>
  )
}

const refreshes = [showRuleSet, listRuleSets, listApprovals]

/** The next steps of a set. Those not yet allowed show the reason. */
function SetMoves({ set }: { set: RuleSet }) {
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
          input={{ rulesId }}
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
          input={{}}
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
          input={{ rulesId }}
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
