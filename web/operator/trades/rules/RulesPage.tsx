import { useNavigate } from 'react-router'
import { listRuleSets, type RuleSetRow, type RuleState } from '#contract/trades/desk/rules.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, numberColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { title, useText } from '../text.ts'

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
  column('number', title('rules.number'), (row) => <strong>#{row.number}</strong>, { phone: 'head' }),
  column('state', title('rules.state'), (row) => ruleTag(row)),
  numberColumn('note', title('rules.note')),
  textColumn('rules', title('rules.count'), { key: 'count' }),
  textColumn('makerName', title('rules.maker'), { key: 'maker' }),
  timeColumn('createTime', title('rules.created'), { key: 'created' }),
  timeColumn('liveTime', title('rules.live'), { key: 'live' }),
]

/** All rule sets ever created, the live one first. */
export default function RulesPage() {
  const t = useText()
  const navigate = useNavigate()
  const makes = useHolds('staff:risk.make')
  const listed = useList(listRuleSets)
  return (
    <PageFrame>
      <QueryList
        label={t('rules.list')}
        of={listed}
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
