import { useState } from 'react'
import {
  listEffects,
  listKinds,
  riskLists,
  addToList,
  takeOffList,
  type ListEntry,
} from '#contract/trades/desk/lists.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, optionsOf, type Filter } from '#web/parts/lists/QueryList.tsx'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { ReasonButton, ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { title, useText } from '../text.ts'

/** Merchants, kinds and countries blocked or allowed manually. */
export default function ListsPage() {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  const [adding, setAdding] = useState(false)
  const filters: Filter[] = [
    { kind: 'choice', name: 'kind', label: t('risk.kind'), options: optionsOf(listKinds) },
    { kind: 'choice', name: 'effect', label: t('risk.effect'), options: optionsOf(listEffects) },
  ]
  const listed = useList(riskLists, { filters })
  return (
    <PageFrame>
      <QueryList
        label={t('risk.lists')}
        of={listed}
        extra={
          makes && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('risk.add')}
            </Button>
          )
        }
        columns={listColumns}
        rowKey={({ entryId }) => entryId}
        empty={{ icon: 'shield', title: t('risk.listEmpty'), text: t('risk.listEmptyText') }}
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
  headColumn('value', title('risk.value')),
  textColumn('kindText', title('risk.kind'), { key: 'kind' }),
  column('effect', title('risk.effect'), (row) => (
    <StatusTag tone={row.effect === 'BLOCK' ? 'bad' : 'ok'} text={row.effectText} />
  )),
  textColumn('reason', title('risk.reason')),
  textColumn('makerName', title('risk.maker'), { key: 'maker' }),
  timeColumn('createTime', title('risk.since'), { key: 'since' }),
  column('move', title('parts.actions'), (row) => <TakeOff row={row} />),
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
