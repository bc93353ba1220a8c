import { show } from '#contract/core/money.ts'
import { cardThreeD } from '#contract/threeD/threeD.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Rows, TwoLines } from '#web/ui/layout.tsx'
import { CodeEnd } from './CodeEnd.tsx'

/** The recent 3-D codes of one card with what became of them; nothing if there are none. The newest can be copied from the head of its page. */
export function CardCodeList({ cardId, title }: { cardId: string; title: string }) {
  const may = useMay(cardThreeD)
  const { data } = useAsk(
    cardThreeD,
    { cardId },
    { quiet: true, everyMs: 5_000, live: ['trades'], ofCard: cardId, enabled: may.shown },
  )
  if (!data || data.list.length === 0) return null
  return (
    <Panel title={title} flush>
      <Rows>
        {data.list.map((code) => (
          <li key={code.id}>
            <TwoLines below={`${show(code.amount, code.unit)} · ${showTime(code.createTime)}`}>
              {code.merchantName}
            </TwoLines>
            <CodeEnd code={code} />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}
