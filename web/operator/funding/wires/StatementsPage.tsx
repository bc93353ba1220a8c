import { staffQueues } from '#contract/staff/staff.ts'
import { bankLines, importStatement, lineStates, type LineState } from '#contract/funding/desk/wires.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { FileButton } from '#web/parts/forms/FileField.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import { lineColumns } from './wireColumns.tsx'

const scopes = ['ALL', ...(Object.keys(lineStates) as LineState[])] as const
const statementKinds = ['.csv', '.xml', 'text/csv', 'text/xml', 'application/xml']

/** Incoming payments reported by the bank, and the import of its files. */
export default function StatementsPage() {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const queue = useQueue(bankLines, scopes, { name: 'state', input: (state) => (state === 'ALL' ? {} : { state }) })
  const take = useCall(importStatement, { quiet: true, refreshes: [bankLines, staffQueues] })
  const bank = queue.answer?.banks[0]
  return (
    <PageFrame>
      <Panel>
        <Stack>
          <Row between gap={4}>
            <Row gap={6}>
              <Stat label={t('wires.suspense')} value={<Money cents={queue.answer?.summary.suspense} />} />
              <Stat label={t('wires.open')} value={<Money cents={queue.answer?.summary.open} />} />
            </Row>
            {makes && bank && (
              <Row>
                <Muted>{t('wires.importHint')}</Muted>
                <FileButton
                  accepts={statementKinds}
                  label={t('wires.import')}
                  icon="topup"
                  look="primary"
                  busy={take.isPending}
                  onFile={(file) => take.mutate({ bankId: bank.bankId, file })}
                >
                  {t('wires.import')}
                </FileButton>
              </Row>
            )}
          </Row>
          <FormError text={take.error?.fields.file ?? take.error?.says} />
          {take.data && (
            <Note role="status">
              {t('wires.imported', {
                lines: take.data.lines,
                fresh: take.data.fresh,
                fitting: take.data.fitting,
                suspense: take.data.suspense,
              })}
            </Note>
          )}
        </Stack>
      </Panel>
      <QueuePage
        label={t('wires.statements')}
        scopeLabel={t('wires.status')}
        of={queue}
        scopeText={(scope) => (scope === 'ALL' ? t('wires.all') : lineStates[scope][langNow()])}
        columns={lineColumns}
        rowKey={({ lineId }) => lineId}
        path={paths.statementLine}
        empty={{ icon: 'ledger', title: t('wires.linesEmpty') }}
      />
    </PageFrame>
  )
}
