import type { FlowRow } from '#contract/funding/funding.ts'
import { column, type Column } from '#web/parts/lists/columns.tsx'
import { When } from '#web/parts/When.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { flowIcon, movement } from './flowTones.ts'
import { say, title } from '../text.ts'
import css from './Flows.module.css'

export const flowColumns: readonly Column<FlowRow>[] = [
  column('time', title('funding.flows.column.time'), (flow) => <When time={flow.initiated} className={css.time} />, {
    width: 170,
  }),
  column('what', title('funding.flows.column.what'), (flow) => <What flow={flow} />, { width: 400, phone: 'head' }),
  column(
    'amount',
    title('funding.flows.column.amount'),
    (flow) =>
      flow.status === 'PROCESSING' ? (
        <span className={css.inFlight}>
          <Money cents={flow.amount} unit={flow.unit} strong />
        </span>
      ) : (
        <Money cents={movement(flow)} unit={flow.unit} sign="always" strong />
      ),
    { align: 'right', width: 140, phone: 'head' },
  ),
  column(
    'balance',
    title('funding.flows.column.balance'),
    (flow) =>
      flow.status === 'PROCESSING' ? <Status flow={flow} /> : <Money cents={flow.balanceAfter} unit={flow.unit} />,
    { align: 'right', width: 150 },
  ),
  column(
    'no',
    title('funding.flows.column.no'),
    (flow) => (
      <span className={css.time}>
        <Muted>{flow.bizNo.length > 12 ? `…${flow.bizNo.slice(-8)}` : flow.bizNo}</Muted>{' '}
        <CopyButton text={flow.bizNo} what={say('funding.flows.column.no')} />
      </span>
    ),
    { width: 150, phone: 'no' },
  ),
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
