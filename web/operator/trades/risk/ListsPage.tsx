import { useMemo, useState } from 'react'
import type { Input as CallInput } from '#contract/core/call.ts'
import {
  listEffects,
  listKinds,
  riskLists,
  addToList,
  type ListEffect,
  type ListKind,
  takeOffList,
  type ListEntry,
} from '#contract/trades/desk/lists.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { langNow } from '#web/text.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { showTime } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { useText, say } from '../text.ts'

/** Merchants, kinds and countries blocked or allowed manually. */
export default function ListsPage() {
  const t = useText()
  const lang = langNow()
  const makes = useHolds('staff:risk.make')
  const [adding, setAdding] = useState(false)
  const filters = useMemo<Filter[]>(() => {
    const options = (words: Record<string, { cn: string; en: string }>) =>
      Object.entries(words).map(([value, said]) => ({ value, label: said[lang] }))
    return [
      { kind: 'choice', name: 'kind', label: t('risk.kind'), options: options(listKinds) },
      { kind: 'choice', name: 'effect', label: t('risk.effect'), options: options(listEffects) },
    ]
  }, [t, lang])
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
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
  const { problem: noValue, ...value } = form.field('value')
  const { problem: noReason, ...reason } = form.field('reason')
  const options = <V extends string>(words: Record<V, { cn: string; en: string }>) =>
    (Object.keys(words) as V[]).map((one) => ({ value: one, label: words[one][langNow()] }))
  async function send() {
    const answer = await form.submit()
    if (!answer) return
    toast.ok(answer.approvalId ? t('risk.asked') : t('risk.added'))
    refresh(riskLists, listApprovals)
    onClose()
  }
  return (
    <Dialog title={t('risk.add')} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void send()} onCancel={onClose} submit={t('risk.add')}>
        <p>{t('risk.addText')}</p>
        <Field label={t('risk.effect')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.effect as ListEffect}
              options={options(listEffects)}
              onChange={(effect) => form.set({ effect })}
            />
          )}
        </Field>
        <Field label={t('risk.kind')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.kind as ListKind}
              options={options(listKinds)}
              onChange={(kind) => form.set({ kind })}
            />
          )}
        </Field>
        <Field label={t('risk.value')} hint={t('risk.valueHint')} problem={noValue} required>
          {(wiring) => <Input {...wiring} {...value} maxLength={64} autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={noReason} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
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
  const [open, setOpen] = useState(false)
  if (!useHolds('staff:risk.make')) return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('risk.remove')}
      </Button>
      {open && (
        <ReasonDialog
          call={takeOffList}
          input={{ entryId: row.entryId }}
          title={`${t('risk.remove')} · ${row.value}`}
          text={t('risk.removeText')}
          submit={t('risk.remove')}
          done={row.effect === 'BLOCK' ? t('risk.asked') : t('risk.removed')}
          refreshes={[riskLists, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
