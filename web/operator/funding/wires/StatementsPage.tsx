import { useRef } from 'react'
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { bankLines, importStatement, lineStates, type LineState } from '#contract/funding/desk/wires.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { lineColumns } from './wireColumns.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Wires.module.css'

const LIVE_MS = 15_000
const names: string[] = []
const states = Object.keys(lineStates) as LineState[]

/** Incoming payments reported by the bank, and the import of its files. */
export default function StatementsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const state = states.find((one) => one === params.get('state'))
  const makes = useHolds('staff:money.make')
  const fileInput = useRef<HTMLInputElement>(null)
  const list = useListState(names)
  const input = { ...list.asked, ...(state && { state }) } as Input<typeof bankLines>
  const query = useAsk(bankLines, input, { everyMs: LIVE_MS })
  const take = useCall(importStatement, { quiet: true, refreshes: [bankLines, staffQueues] })
  const bank = query.data?.banks[0]
  return (
    <PageFrame>
      <Panel>
        <div className={css.bar}>
          <div className={css.sums}>
            <Stat label={t('wires.suspense')} value={<Money cents={query.data?.summary.suspense} size="l" />} />
            <Stat label={t('wires.open')} value={<Money cents={query.data?.summary.open} size="l" />} />
          </div>
          {makes && bank && (
            <div className={css.import}>
              <input
                ref={fileInput}
                className="said"
                type="file"
                accept=".csv,.xml,text/csv,text/xml,application/xml"
                aria-label={t('wires.import')}
                tabIndex={-1}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  event.target.value = ''
                  if (file) take.mutate({ bankId: bank.bankId, file })
                }}
              />
              <Button
                look="primary"
                icon="topup"
                loading={take.isPending}
                guardMs={0}
                onClick={() => fileInput.current?.click()}
              >
                {t('wires.import')}
              </Button>
              <small className={css.quiet}>{t('wires.importHint')}</small>
            </div>
          )}
        </div>
        <FormError text={take.error?.fields.file ?? take.error?.says} />
        {take.data && (
          <p className={css.reason} role="status">
            {t('wires.imported', {
              lines: take.data.lines,
              fresh: take.data.fresh,
              fitting: take.data.fitting,
              suspense: take.data.suspense,
            })}
          </p>
        )}
      </Panel>
      <Segmented
        label={t('wires.status')}
        value={state ?? 'ALL'}
        options={[
          { value: 'ALL', label: t('wires.all') },
          ...states.map((value) => ({ value, label: lineStates[value][langNow()] })),
        ]}
        onChange={(value) => setParams(value === 'ALL' ? {} : { state: value })}
      />
      <QueryTable
        label={t('wires.statements')}
        query={query}
        list={list}
        columns={lineColumns}
        rowKey={({ lineId }) => lineId}
        onOpen={({ lineId }) => void navigate({ pathname: paths.statementLine(lineId), search })}
        empty={<Empty icon="ledger" title={t('wires.linesEmpty')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
