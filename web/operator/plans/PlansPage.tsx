import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listPlansAtDesk, saleModes, type PlanAtDesk, type SaleMode, createPlan } from '#contract/plans/desk/plans.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Grid, Muted, Row } from '#web/ui/layout.tsx'
import { useHolds } from '../desk.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { said } from '../products/figures.ts'
import { say, title, useText } from './text.ts'

const saleTone = { SELF: 'ok', CONTACT: 'info', NONE: 'quiet' } as const satisfies Record<SaleMode, Tone>
export const saleTag = ({ level, figures: { saleMode } }: PlanAtDesk) =>
  level === 0 ? (
    <StatusTag tone="ok" text={say('plans.everybody')} />
  ) : (
    <StatusTag tone={saleTone[saleMode]} text={saleModes[saleMode][langNow()]} />
  )
const accountsOn = ({ holders }: PlanAtDesk): number => holders.reduce((sum, { accounts }) => sum + accounts, 0)

const columns: readonly Column<PlanAtDesk>[] = [
  headColumn('name', title('products.plan')),
  column('sale', title('products.status'), saleTag, { width: 120 }),
  column('price', title('plans.month'), (row) => <Money cents={row.figures.priceMonth} strong />, {
    align: 'right',
    width: 120,
  }),
  column(
    'openFee',
    title('products.openFee'),
    (row) => (row.figures.openFee === null ? say('products.asList') : said('money', row.figures.openFee)),
    { align: 'right', width: 116 },
  ),
  column('loadFee', title('products.loadFee'), (row) => said('rate', row.figures.loadFeeBps), {
    align: 'right',
    width: 100,
  }),
  column('cards', title('plans.cards'), (row) => row.figures.maxCards, { align: 'right', width: 104 }),
  column('holders', title('plans.holders'), (row) => accountsOn(row) || '–', { align: 'right', width: 104 }),
  column('version', title('plans.version'), (row) => `v${row.version}`, { align: 'right', width: 90 }),
  column('scheduled', title('products.scheduled'), (row) =>
    row.scheduled ? <Tag tone="info">{row.scheduled}</Tag> : '–',
  ),
]

export default function PlansPage() {
  const t = useText()
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const may = useHolds('staff:product.make')
  const listed = useList(listPlansAtDesk, { everyMs: 30_000 })
  const rows = listed.answer?.list
  return (
    <PageFrame>
      {may && (
        <Row end>
          <Button look="primary" icon="plus" guardMs={0} onClick={() => setMaking(true)}>
            {t('plans.newPlan')}
          </Button>
        </Row>
      )}
      <QueryList
        label={t('desk.plans')}
        of={listed}
        columns={columns}
        rowKey={({ groupId }) => groupId}
        onOpen={({ groupId }) => void navigate(paths.plan(groupId))}
        empty={{ icon: 'plan', title: t('plans.noPlans') }}
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
  return (
    <FormDialog
      form={form}
      title={t('plans.newPlan')}
      width={560}
      submit={t('products.create')}
      done={t('plans.planMade')}
      refreshes={[listPlansAtDesk]}
      onDone={({ groupId }) => void navigate(paths.plan(groupId))}
      onClose={onClose}
    >
      <Muted as="p">{t('plans.newPlanText')}</Muted>
      <Grid min={210}>
        <TextField form={form} name="nameCn" label={t('products.nameCn')} autoFocus />
        <TextField form={form} name="nameEn" label={t('products.nameEn')} />
      </Grid>
      <SelectField
        form={form}
        name="likeGroupId"
        label={t('plans.likePlan')}
        hint={t('plans.likePlanHint')}
        options={plans.map(({ groupId, name }) => ({ value: groupId, label: name }))}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
