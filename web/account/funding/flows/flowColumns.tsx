import type { FlowRow } from '#contract/funding/funding.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { flowIcon, movement } from './flowTones.ts'
import { say } from '../text.ts'
import type { funding } from '../text.cn.ts'
import css from './Flows.module.css'

const word = (key: keyof (typeof funding)['flows']['column']) => () => say(`funding.flows.column.${key}`)

export const flowColumns: readonly Column<FlowRow>[] = [
  {
    key: 'time',
    title: word('time'),
    width: 170,
    cell: (flow) => <time className={css.time}>{showTime(flow.initiated)}</time>,
  },
  { key: 'what', title: word('what'), width: 400, phone: 'head', cell: (flow) => <What flow={flow} /> },
  {
    key: 'amount',
    title: word('amount'),
    align: 'right',
    width: 140,
    phone: 'head',
    cell: (flow) =>
      flow.status === 'PROCESSING' ? (
        <span className={css.inFlight}>
          <Money cents={flow.amount} unit={flow.unit} strong />
        </span>
      ) : (
        <Money cents={movement(flow)} unit={flow.unit} sign="always" strong />
      ),
  },
  {
    key: 'balance',
    title: word('balance'),
    align: 'right',
    width: 150,
    cell: (flow) =>
      flow.status === 'PROCESSING' ? <Status flow={flow} /> : <Money cents={flow.balanceAfter} unit={flow.unit} />,
  },
  {
    key: 'no',
    title: word('no'),
    width: 150,
    phone: 'no',
    cell: (flow) => (
      <span className={css.time}>
        <Muted>{flow.bizNo.length > 12 ? `…${flow.bizNo.slice(-8)}` : flow.bizNo}</Muted>{' '}
        <CopyButton text={flow.bizNo} what={say('funding.flows.column.no')} />
      </span>
    ),
  },
]

/** The line's title and, below, its parts: in the same words as the export. */
function What({ flow }: { flow: FlowRow }) {
  const detail = flow.tradeDesc.slice(flow.typeText.length).replace(/^\s*[:：]?\s*/, '')
  return (
    <span className={css.what}>
      <span className={css.icon} data-direction={flow.direction}>
        <Icon name={flowIcon[flow.type]} size={16} />
      </span>
      <span>
        <strong>{flow.typeText}</strong>
        <small>{[detail, flow.subNickname].filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  )
}

export function Status({ flow: { status } }: { flow: FlowRow }) {
  return <StatusTag tone={status === 'DONE' ? 'ok' : 'info'} text={say(`funding.flows.status.${status}`)} />
}
