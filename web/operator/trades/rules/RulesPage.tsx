import { useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { listRuleSets, type RuleSetRow, type RuleState } from '#contract/trades/desk/rules.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { say, useText } from '../text.ts'

const tones = {
  DRAFT: 'quiet',
  SHADOW: 'info',
  LIVE: 'ok',
  RETIRED: 'quiet',
  DISCARDED: 'quiet',
} as const satisfies Record<RuleState, Tone>

export const ruleTag = ({ state, stateText }: Pick<RuleSetRow, 'state' | 'stateText'>) => (
  <StatusTag tone={tones[state]} text={stateText} />
)

const columns: readonly Column<RuleSetRow>[] = [
  { key: 'number', title: () => say('rules.number'), cell: (row) => <strong>#{row.number}</strong>, phone: 'head' },
  { key: 'state', title: () => say('rules.state'), cell: (row) => ruleTag(row) },
  { key: 'note', title: () => say('rules.note'), cell: (row) => row.note },
  { key: 'count', title: () => say('rules.count'), align: 'right', cell: (row) => row.rules },
  { key: 'maker', title: () => say('rules.maker'), cell: (row) => row.makerName },
  { key: 'created', title: () => say('rules.created'), cell: (row) => showTime(row.createTime) },
  { key: 'live', title: () => say('rules.live'), cell: (row) => showTime(row.liveTime) },
]
const names: string[] = []

/** All rule sets ever created, the live one first. */
export default function RulesPage() {
  const t = useText()
  const navigate = useNavigate()
  const makes = useHolds('staff:risk.make')
  const list = useListState(names)
  const query = useAsk(listRuleSets, list.asked as Input<typeof listRuleSets>)
  return (
    <PageFrame>
      <QueryTable
        label={t('rules.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ rulesId }) => rulesId}
        onOpen={({ rulesId }) => void navigate(paths.ruleSet(rulesId))}
        toolbar={
          makes && (
            <Button look="primary" icon="plus" onClick={() => void navigate(paths.ruleDraft('new'))}>
              {t('rules.draft')}
            </Button>
          )
        }
      />
    </PageFrame>
  )
}
