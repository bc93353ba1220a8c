import { useState } from 'react'
import type { Input as CallInput } from '#contract/core/call.ts'
import {
  listEffects,
  listKinds,
  riskLists,
  addToList,
  takeOffList,
  type ListEntry,
} from '#contract/trades/desk/lists.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { optionsOf, useFiltered } from '#web/operator/parts/filters.ts'
import { ReasonButton, ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { useText, say } from '../text.ts'

/** Merchants, kinds and countries blocked or allowed manually. */
export default function ListsPage() {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  const [adding, setAdding] = useState(false)
  const filters: Filter[] = [
    { kind: 'choice', name: 'kind', label: t('risk.kind'), options: optionsOf(listKinds) },
    { kind: 'choice', name: 'effect', label: t('risk.effect'), options: optionsOf(listEffects) },
  ]
  const list = useFiltered(filters)
  const query = useAsk(riskLists, list.asked as CallInput<typeof riskLists>)
  return (
    <PageFrame>
      <FilterPanel
        filters={filters}
        list={list}
        extra={
          makes && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('risk.add')}
            </Button>
          )
        }
      />
      <QueryTable
        label={t('risk.lists')}
        query={query}
        list={list}
        columns={listColumns}
        rowKey={({ entryId }) => entryId}
        empty={<Empty icon="shield" title={t('risk.listEmpty')} text={t('risk.listEmptyText')} />}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useForm(addToList, { initial: { kind: 'MERCHANT', value: '', effect: 'BLOCK', reason: '' } })
  return (
    <FormDialog
      form={form}
      title={t('risk.add')}
      submit={t('risk.add')}
      done={({ approvalId }) => t(approvalId ? 'risk.asked' : 'risk.added')}
      refreshes={[riskLists, listApprovals]}
      onClose={onClose}
    >
      <p>{t('risk.addText')}</p>
      <SelectField form={form} name="effect" label={t('risk.effect')} options={optionsOf(listEffects)} />
      <SelectField form={form} name="kind" label={t('risk.kind')} options={optionsOf(listKinds)} />
      <TextField form={form} name="value" label={t('risk.value')} hint={t('risk.valueHint')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}

const listColumns: readonly Column<ListEntry>[] = [
  { key: 'value', title: () => say('risk.value'), cell: (row) => <strong>{row.value}</strong>, phone: 'head' },
  { key: 'kind', title: () => say('risk.kind'), cell: (row) => row.kindText },
  {
    key: 'effect',
    title: () => say('risk.effect'),
    cell: (row) => <StatusTag tone={row.effect === 'BLOCK' ? 'bad' : 'ok'} text={row.effectText} />,
  },
  { key: 'reason', title: () => say('risk.reason'), cell: (row) => row.reason },
  { key: 'maker', title: () => say('risk.maker'), cell: (row) => row.makerName },
  { key: 'since', title: () => say('risk.since'), cell: (row) => showTime(row.createTime) },
  { key: 'move', title: () => say('parts.actions'), cell: (row) => <TakeOff row={row} /> },
]

function TakeOff({ row }: { row: ListEntry }) {
  const t = useText()
  if (!useHolds('staff:risk.make')) return null
  return (
    <ReasonButton
      call={takeOffList}
      input={{ entryId: row.entryId }}
      size="s"
      label={t('risk.remove')}
      about={row.value}
      text={t('risk.removeText')}
      done={row.effect === 'BLOCK' ? t('risk.asked') : t('risk.removed')}
      refreshes={[riskLists, listApprovals]}
    />
  )
}
