import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listTemplates, type CouponTemplate, createTemplate } from '#contract/coupons/desk.ts'
import { parse, show } from '#contract/core/money.ts'
import { couponTypes, type CouponType } from '#contract/coupons/coupons.ts'
import { listPlansAtDesk } from '#contract/plans/desk/plans.ts'
import { listRangesAtDesk } from '#contract/cards/desk/ranges.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { column, headColumn, moneyColumn, numberColumn, textColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, optionsOf } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { BoundField, ChoicesField, MoneyField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useHolds } from '../desk.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { said } from '../products/figures.ts'
import { say, title, useText } from './text.ts'

export const worthOf = ({ type, value }: CouponTemplate): string =>
  ({
    OPEN_OFF: () => show(value),
    OPEN_FREE: () => say('coupons.wholeFee'),
    LOAD_OFF: () => said('rate', value),
    PLAN_OFF: () => show(value),
    PLAN_DAYS: () => say('desk.daysLong', { count: value }),
  })[type]()
export const onTag = ({ on }: CouponTemplate) => (
  <StatusTag tone={on ? 'ok' : 'quiet'} text={say(on ? 'coupons.giving' : 'coupons.stopped')} />
)

const columns: readonly Column<CouponTemplate>[] = [
  headColumn('name', title('coupons.coupon')),
  textColumn('typeText', title('coupons.type'), { key: 'type' }),
  column('worth', title('coupons.worth'), worthOf, { align: 'right' }),
  column('on', title('products.status'), onTag),
  column('given', title('coupons.given'), (row) => `${row.given} / ${row.budget}`, { align: 'right' }),
  numberColumn('used', title('coupons.used')),
  moneyColumn('off', title('coupons.off'), { strong: true }),
]

/** All kinds of coupons, and what became of those issued. */
export default function CouponsPage() {
  const t = useText()
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const may = useHolds('staff:product.make')
  const listed = useList(listTemplates, { everyMs: 30_000 })
  const rows = listed.answer?.list
  const make = may && (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => setMaking(true)}>
      {t('coupons.newCoupon')}
    </Button>
  )
  return (
    <PageFrame>
      {rows?.length ? <Row end>{make}</Row> : null}
      <QueryList
        label={t('desk.coupons')}
        of={listed}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        onOpen={({ templateId }) => void navigate(paths.coupon(templateId))}
        empty={{ icon: 'gift', title: t('coupons.noCoupons'), text: t('coupons.noCouponsText'), action: make }}
      />
      {making && <NewCoupon onClose={() => setMaking(false)} />}
    </PageFrame>
  )
}

const suffix = { OPEN_OFF: 'USD', PLAN_OFF: 'USD', LOAD_OFF: '%', PLAN_DAYS: undefined, OPEN_FREE: undefined } as const

/** A kind of coupon: its discount, scope, minimum amount, validity, and number. */
function NewCoupon({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const ranges = useAsk(listRangesAtDesk, {})
  const plans = useAsk(listPlansAtDesk, {})
  const form = useForm(createTemplate, {
    initial: {
      nameCn: '',
      nameEn: '',
      type: 'OPEN_OFF',
      value: '',
      minAmount: '0.00',
      validDays: '30',
      budget: '100',
      vids: [],
      groupIds: [],
      reason: '',
    },
    money: ['minAmount'],
  })
  const type = form.values.type as CouponType
  const ofPlan = type === 'PLAN_OFF' || type === 'PLAN_DAYS'
  const [worth, setWorth] = useState('')
  /** Amounts and rates are typed with two decimal places, days as whole numbers. */
  function typeWorth(typed: string) {
    setWorth(typed)
    form.set({ value: type === 'PLAN_DAYS' ? typed : (parse(typed) ?? typed) })
  }
  return (
    <FormDialog
      form={form}
      title={t('coupons.newCoupon')}
      width={620}
      submit={t('products.create')}
      done={t('coupons.couponMade')}
      refreshes={[listTemplates]}
      onDone={({ templateId }) => void navigate(paths.coupon(templateId))}
      onClose={onClose}
    >
      <Grid min={210}>
        <TextField form={form} name="nameCn" label={t('products.nameCn')} />
        <TextField form={form} name="nameEn" label={t('products.nameEn')} />
        <SelectField
          form={form}
          name="type"
          label={t('coupons.type')}
          required
          options={optionsOf(couponTypes)}
          onChange={() => {
            setWorth('')
            form.set({ value: '', vids: [], groupIds: [] })
          }}
        />
        {type !== 'OPEN_FREE' && (
          <BoundField form={form} name="value" label={t('coupons.worth')} required>
            {(wiring) => (
              <Input {...wiring} value={worth} onChange={typeWorth} suffix={suffix[type] ?? t('coupons.days')} />
            )}
          </BoundField>
        )}
        <MoneyField form={form} name="minAmount" label={t('coupons.minAmount')} required />
        <TextField form={form} name="validDays" label={t('coupons.validDays')} suffix={t('coupons.days')} />
        <TextField form={form} name="budget" label={t('coupons.budget')} />
      </Grid>
      {ofPlan ? (
        <ChoicesField
          form={form}
          name="groupIds"
          label={t('coupons.onlyPlans')}
          options={(plans.data?.list ?? [])
            .filter(({ level }) => level > 0)
            .map(({ groupId, name }) => ({ value: groupId, label: name }))}
        />
      ) : (
        <ChoicesField
          form={form}
          name="vids"
          label={t('coupons.onlyRanges')}
          options={(ranges.data?.list ?? []).map(({ vid }) => ({ value: vid, label: vid }))}
        />
      )}
      <ReasonField form={form} />
    </FormDialog>
  )
}
