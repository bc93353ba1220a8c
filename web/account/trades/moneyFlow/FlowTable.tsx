import { Money } from '#web/ui/Money.tsx'
import { hubName, itemName, itemSpoken, opensAt } from './itemWords.ts'
import { shareText, type Flow, type Item, type Stage } from './stages.ts'
import { useText } from './text.ts'
import css from './MoneyFlow.module.css'

/** The same as the picture, in rows. What passes from the wallet to the cards is one row. */
export function FlowTable({
  flow,
  stages,
  onOpen,
}: {
  flow: Flow
  stages: readonly Stage[]
  onOpen: (at: string) => void
}) {
  const t = useText()
  const rows = stages.flatMap((stage) =>
    stage.items.filter(({ what, hub }) => what !== 'PASS' || hub === 'WALLET').map((item) => ({ stage, item })),
  )
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('moneyFlow.views.table')}>
      <table className={css.table}>
        <thead>
          <tr>
            {(['from', 'to', 'amount', 'share', 'entries'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`moneyFlow.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ stage, item }) => {
            const name = <Name {...{ flow, stage, item, onOpen }} />
            const hub = hubName(flow, item.hub)
            return (
              <tr key={item.id}>
                <td>{item.way === 'IN' ? name : hub}</td>
                <td>{item.way === 'IN' ? hub : name}</td>
                <td>
                  <Money cents={item.cents} />
                </td>
                <td>{shareText(item.cents, stage.cents)}</td>
                <td>{item.ribbon?.entries?.toLocaleString('en') ?? '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Name({ flow, stage, item, onOpen }: { flow: Flow; stage: Stage; item: Item; onOpen: (at: string) => void }) {
  const t = useText()
  const at = opensAt(item)
  if (at === undefined) return itemName(t, item)
  return (
    <button type="button" className={css.open} aria-label={itemSpoken(t, flow, stage, item)} onClick={() => onOpen(at)}>
      {itemName(t, item)}
    </button>
  )
}
