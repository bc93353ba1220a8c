import { Link, useParams } from 'react-router'
import { showRuleSet } from '#contract/trades/desk/rules.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { BackTestPanel } from './BackTestPanel.tsx'
import { RuleList } from './RuleList.tsx'
import { ruleTone } from './RulesPage.tsx'
import { SetMoves } from './SetMoves.tsx'
import { useText } from '../text.ts'
import css from './Rules.module.css'

const LIVE_MS = 2000

/** One set: what it says, how it did in shadow and in the past, and the next step of its life. */
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
