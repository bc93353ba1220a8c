import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listPlansAtDesk, saleModes, type PlanAtDesk, type SaleMode, createPlan } from '#contract/plans/desk/plans.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { wholeList } from '#web/parts/lists/wholeList.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { said } from '../products/figures.ts'
import { say, useText } from './text.ts'
import css from '../products/Products.module.css'

const saleTone = { SELF: 'ok', CONTACT: 'info', NONE: 'quiet' } as const satisfies Record<SaleMode, Tone>
export const saleTag = ({ level, figures: { saleMode } }: PlanAtDesk) =>
  level === 0 ? (
    <StatusTag tone="ok" text={say('plans.everybody')} />
  ) : (
    <StatusTag tone={saleTone[saleMode]} text={saleModes[saleMode][langNow()]} />
  )
const accountsOn = ({ holders }: PlanAtDesk): number => holders.reduce((sum, { accounts }) => sum + accounts, 0)

const columns: readonly Column<PlanAtDesk>[] = [
  { key: 'name', title: () => say('products.plan'), cell: (row) => <strong>{row.name}</strong>, phone: 'head' },
  { key: 'sale', title: () => say('products.status'), cell: saleTag },
  {
    key: 'price',
    title: () => say('plans.month'),
    align: 'right',
    cell: (row) => <Money cents={row.figures.priceMonth} strong />,
  },
  {
    key: 'openFee',
    title: () => say('products.openFee'),
    align: 'right',
    cell: (row) => (row.figures.openFee === null ? say('products.asList') : said('money', row.figures.openFee)),
  },
  {
    key: 'loadFee',
    title: () => say('products.loadFee'),
    align: 'right',
    cell: (row) => said('rate', row.figures.loadFeeBps),
  },
  { key: 'cards', title: () => say('plans.cards'), align: 'right', cell: (row) => row.figures.maxCards },
  { key: 'holders', title: () => say('plans.holders'), align: 'right', cell: (row) => accountsOn(row) || '–' },
  { key: 'version', title: () => say('plans.version'), align: 'right', cell: (row) => `v${row.version}` },
  {
    key: 'scheduled',
    title: () => say('products.scheduled'),
    cell: (row) => (row.scheduled ? <Tag tone="info">{row.scheduled}</Tag> : '–'),
  },
]
const names: string[] = []

export default function PlansPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useListState(names)
  const [making, setMaking] = useState(false)
  const may = useHolds('staff:product.make')
  const query = useAsk(listPlansAtDesk, {}, { everyMs: 30_000 })
  const rows = query.data?.list
  return (
    <PageFrame>
      {may && (
        <div className={css.moves}>
          <Button look="primary" icon="plus" guardMs={0} onClick={() => setMaking(true)}>
            {t('plans.newPlan')}
          </Button>
        </div>
      )}
      <QueryTable
        label={t('desk.plans')}
        query={wholeList(query)}
        list={list}
        columns={columns}
        rowKey={({ groupId }) => groupId}
        onOpen={({ groupId }) => void navigate(paths.plan(groupId))}
        empty={<Empty icon="plan" title={t('plans.noPlans')} />}
      />
      {making && rows && <NewPlan plans={rows} onClose={() => setMaking(false)} />}
    </PageFrame>
  )
}

/** Creates a plan as a copy of another, right above it; off sale until its figures are approved. */
function NewPlan({ plans, onClose }: { plans: readonly PlanAtDesk[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm(createPlan, {
    initial: { likeGroupId: plans.find(({ level }) => level > 0)?.groupId ?? '', nameCn: '', nameEn: '', reason: '' },
  })
  async function save() {
    const answer = await form.submit()
    if (!answer) return
    toast.ok(t('plans.planMade'))
    refresh(listPlansAtDesk)
    void navigate(paths.plan(answer.groupId))
  }
  const bound = (name: 'nameCn' | 'nameEn' | 'reason') => {
    const { problem: _, ...rest } = form.field(name)
    return rest
  }
  return (
    <Dialog title={t('plans.newPlan')} onClose={onClose} width={560}>
      <CallForm form={form} onSubmit={() => void save()} onCancel={onClose} submit={t('products.create')}>
        <p className={css.small}>{t('plans.newPlanText')}</p>
        <div className={css.grid}>
          <Field label={t('products.nameCn')} problem={form.problemOf('nameCn')} required>
            {(wiring) => <Input {...wiring} {...bound('nameCn')} maxLength={20} data-autofocus />}
          </Field>
          <Field label={t('products.nameEn')} problem={form.problemOf('nameEn')} required>
            {(wiring) => <Input {...wiring} {...bound('nameEn')} maxLength={20} />}
          </Field>
        </div>
        <Field label={t('plans.likePlan')} hint={t('plans.likePlanHint')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(form.values.likeGroupId)}
              options={plans.map(({ groupId, name }) => ({ value: groupId, label: name }))}
              onChange={(likeGroupId) => form.set({ likeGroupId })}
            />
          )}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
          {(wiring) => <TextArea {...wiring} {...bound('reason')} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
