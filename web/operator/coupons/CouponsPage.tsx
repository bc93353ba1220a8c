import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listTemplates, type CouponTemplate, createTemplate } from '#contract/coupons/desk.ts'
import { show, parse } from '#contract/core/money.ts'
import { couponTypes, type CouponType } from '#contract/coupons/coupons.ts'
import { listPlansAtDesk } from '#contract/plans/desk/plans.ts'
import { listRangesAtDesk } from '#contract/cards/desk/ranges.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { wholeList } from '#web/parts/lists/wholeList.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { said } from '../products/figures.ts'
import { say, useText } from './text.ts'
import css from '../products/Products.module.css'

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
  { key: 'name', title: () => say('coupons.coupon'), cell: (row) => <strong>{row.name}</strong>, phone: 'head' },
  { key: 'type', title: () => say('coupons.type'), cell: (row) => row.typeText },
  { key: 'worth', title: () => say('coupons.worth'), align: 'right', cell: worthOf },
  { key: 'on', title: () => say('products.status'), cell: onTag },
  { key: 'given', title: () => say('coupons.given'), align: 'right', cell: (row) => `${row.given} / ${row.budget}` },
  { key: 'used', title: () => say('coupons.used'), align: 'right', cell: (row) => row.used },
  { key: 'off', title: () => say('coupons.off'), align: 'right', cell: (row) => <Money cents={row.off} strong /> },
]
const names: string[] = []

/** All kinds of coupons, and what became of those issued. */
export default function CouponsPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useListState(names)
  const [making, setMaking] = useState(false)
  const may = useHolds('staff:product.make')
  const query = useAsk(listTemplates, {}, { everyMs: 30_000 })
  const rows = query.data?.list
  const make = may && (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => setMaking(true)}>
      {t('coupons.newCoupon')}
    </Button>
  )
  return (
    <PageFrame>
      {rows?.length ? <div className={css.moves}>{make}</div> : null}
      <QueryTable
        label={t('desk.coupons')}
        query={wholeList(query)}
        list={list}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        onOpen={({ templateId }) => void navigate(paths.coupon(templateId))}
        empty={<Empty icon="gift" title={t('coupons.noCoupons')} text={t('coupons.noCouponsText')} action={make} />}
      />
      {making && <NewCoupon onClose={() => setMaking(false)} />}
    </PageFrame>
  )
}

type Text = 'nameCn' | 'nameEn' | 'value' | 'minAmount' | 'validDays' | 'budget'
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
  async function save() {
    // Amounts and rates are typed with two decimal places, days as whole numbers.
    const value = String(form.values.value)
    const answer = await form.submit({
      value: type === 'OPEN_FREE' ? 0 : type === 'PLAN_DAYS' ? Number(value) : (parse(value) ?? value),
    } as never)
    if (!answer) return
    toast.ok(t('coupons.couponMade'))
    refresh(listTemplates)
    void navigate(paths.coupon(answer.templateId))
  }
  const input = (name: Text, label: string, unit?: string) => {
    const { problem, ...bound } = form.field(name)
    const shown = name === 'value' && form.values.value !== '' && !form.submitError ? undefined : problem
    return (
      <Field label={label} problem={name === 'value' ? shown : problem} required>
        {(wiring) => <Input {...wiring} {...bound} suffix={unit} />}
      </Field>
    )
  }
  const chosen = (name: 'vids' | 'groupIds'): string[] => (form.values[name] ?? []) as string[]
  const scope = (name: 'vids' | 'groupIds', options: readonly { id: string; label: string }[]) => (
    <fieldset className={css.scope}>
      <legend className={css.small}>{t(name === 'vids' ? 'coupons.onlyRanges' : 'coupons.onlyPlans')}</legend>
      <span className={css.chips}>
        {options.map(({ id, label }) => (
          <Checkbox
            key={id}
            checked={chosen(name).includes(id)}
            onChange={(on) =>
              form.set({ [name]: on ? [...chosen(name), id] : chosen(name).filter((one) => one !== id) })
            }
          >
            {label}
          </Checkbox>
        ))}
      </span>
    </fieldset>
  )
  return (
    <Dialog title={t('coupons.newCoupon')} onClose={onClose} width={620}>
      <CallForm form={form} onSubmit={() => void save()} onCancel={onClose} submit={t('products.create')}>
        <div className={css.grid}>
          {input('nameCn', t('products.nameCn'))}
          {input('nameEn', t('products.nameEn'))}
          <Field label={t('coupons.type')} required>
            {(wiring) => (
              <Select
                {...wiring}
                value={type}
                options={(Object.keys(couponTypes) as CouponType[]).map((value) => ({
                  value,
                  label: couponTypes[value][langNow()],
                }))}
                onChange={(value) => form.set({ type: value, value: '', vids: [], groupIds: [] })}
              />
            )}
          </Field>
          {type !== 'OPEN_FREE' && input('value', t('coupons.worth'), suffix[type] ?? t('coupons.days'))}
          {input('minAmount', t('coupons.minAmount'), 'USD')}
          {input('validDays', t('coupons.validDays'), t('coupons.days'))}
          {input('budget', t('coupons.budget'))}
          {ofPlan
            ? scope(
                'groupIds',
                (plans.data?.list ?? [])
                  .filter(({ level }) => level > 0)
                  .map(({ groupId, name }) => ({ id: groupId, label: name })),
              )
            : scope(
                'vids',
                (ranges.data?.list ?? []).map(({ vid }) => ({ id: vid, label: vid })),
              )}
        </div>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
          {(wiring) => (
            <TextArea
              {...wiring}
              value={String(form.values.reason ?? '')}
              onChange={(reason) => form.set({ reason })}
              rows={2}
              maxLength={500}
            />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
