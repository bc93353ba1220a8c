import { Link, useLocation } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import type { trialBalance } from '#contract/ledger/desk.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useText } from './text.ts'

type Currency = Output<typeof trialBalance>['currencies'][number]
const kinds = { '1': 'assets', '2': 'liabilities', '4': 'income', '5': 'expenses' } as const

/** One currency of the book: assets, liabilities, income and expense, and that both sides are the same. */
export function Trial({ book: { currency, scale, debits, credits, lines } }: { book: Currency }) {
  const t = useText()
  const { search } = useLocation()
  const rows = Object.entries(kinds).flatMap(([first, kind]) => {
    const own = lines.filter(({ code }) => code.startsWith(first))
    if (own.length === 0) return []
    return [
      { key: kind, look: 'group' as const, cells: [t(`ledger.kinds.${kind}`), '', '', '', ''] },
      ...own.map((line) => ({
        key: line.code,
        cells: [
          <Link key="open" to={{ pathname: paths.bookChart(line.code), search }}>
            {line.code} {line.name}
          </Link>,
          line.accounts,
          units(line.debits, scale),
          units(line.credits, scale),
          units(line.balance, scale),
        ],
      })),
    ]
  })
  return (
    <Panel
      title={t('ledger.trialOf', { currency })}
      extra={
        <StatusTag
          tone={debits === credits ? 'ok' : 'bad'}
          text={t(debits === credits ? 'ledger.balanced' : 'ledger.unbalanced')}
        />
      }
    >
      <Sheet
        label={t('ledger.trialOf', { currency })}
        head={(['code', 'accounts', 'debits', 'credits', 'balance'] as const).map((name) => t(`ledger.${name}`))}
        wide={[1, 2, 3]}
        rows={[
          ...rows,
          { key: 'sum', look: 'sum', cells: [t('ledger.sum'), '', units(debits, scale), units(credits, scale), ''] },
        ]}
      />
    </Panel>
  )
}
