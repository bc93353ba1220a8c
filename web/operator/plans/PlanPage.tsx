import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  askPlanChange,
  listPlansAtDesk,
  planFields,
  saleModes,
  showPlanAtDesk,
  supportLevels,
  type PlanField,
  askPlanFor,
  type PlanAtDesk,
} from '#contract/plans/desk/plans.ts'
import { plain } from '#contract/core/money.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { ChangeDialog } from '../products/ChangeDialog.tsx'
import { Changes } from '../products/Changes.tsx'
import { said } from '../products/figures.ts'
import { Page, Waiting } from '../products/Waits.tsx'
import { saleTag } from './PlansPage.tsx'
import { useText } from './text.ts'
import css from '../products/Products.module.css'

const tables = { sale: saleModes, support: supportLevels }
const refreshes = [showPlanAtDesk, listPlansAtDesk]

/** One plan: its current price and terms, the accounts on each version, and its history. */
export default function PlanPage() {
  const t = useText()
  const { groupId = '' } = useParams()
  const query = useAsk(showPlanAtDesk, { groupId }, { quiet: true })
  const [move, setMove] = useState<'change' | 'assign'>()
  const may = useHolds('staff:product.make')
  return (
    <Page query={query}>
      {(plan) => (
        <PageFrame>
          <div className={css.head}>
            <h2>{plan.name}</h2>
            {saleTag(plan)}
            <Tag>{`v${plan.version}`}</Tag>
            {may && (
              <span className={css.moves}>
                {plan.level > 0 && (
                  <Button guardMs={0} onClick={() => setMove('assign')}>
                    {t('plans.assign')}
                  </Button>
                )}
                <Button look="primary" guardMs={0} onClick={() => setMove('change')}>
                  {t('plans.changePlan')}
                </Button>
              </span>
            )}
          </div>
          <Waiting waiting={plan.waiting} />
          <div className={css.two}>
            <div className={css.column}>
              <Panel title={t('plans.terms')}>
                <Facts
                  facts={(Object.keys(planFields) as PlanField[]).map((name) => [
                    planFields[name][langNow()],
                    name === 'openFee' && plan.figures.openFee === null
                      ? t('products.asList')
                      : said(planFields[name].as, plan.figures[name], tables),
                  ])}
                />
              </Panel>
              <Panel title={t('plans.holders')}>
                {plan.holders.length ? (
                  <Sheet
                    head={[t('plans.version'), t('plans.accounts')]}
                    rows={plan.holders.map(({ version, accounts }) => ({
                      key: String(version),
                      cells: [`v${version}`, accounts],
                    }))}
                  />
                ) : (
                  <p className={css.none}>{t('plans.noHolders')}</p>
                )}
              </Panel>
              {plan.given.length > 0 && (
                <Panel title={t('plans.givenPlans')}>
                  <Sheet
                    head={[t('products.userNo'), t('plans.version'), t('products.until')]}
                    rows={plan.given.map((one) => ({
                      key: one.accountId,
                      cells: [
                        <Link key="account" to={paths.account(one.accountId)}>
                          {one.userNo}
                        </Link>,
                        `v${one.version}`,
                        showDay(one.expireTime),
                      ],
                    }))}
                  />
                </Panel>
              )}
            </div>
            <Panel title={t('products.changes')}>
              <Changes changes={plan.changes} refreshes={refreshes} />
            </Panel>
          </div>
          {move === 'change' && (
            <ChangeDialog
              call={askPlanChange}
              about={{ groupId }}
              title={t('plans.changePlan')}
              text={t('plans.changePlanText')}
              submit={t('products.propose')}
              done={() => t('products.proposed')}
              fields={planFields}
              stands={plan.figures}
              tables={tables}
              empty={{ openFee: t('products.asList') }}
              refreshes={refreshes}
              onClose={() => setMove(undefined)}
            />
          )}
          {move === 'assign' && <PlanForDialog plan={plan} onClose={() => setMove(undefined)} />}
        </PageFrame>
      )}
    </Page>
  )
}

/** A contract plan for one account: requested here, approved by a second approver. */
function PlanForDialog({ plan, onClose }: { plan: PlanAtDesk; onClose: () => void }) {
  const t = useText()
  const form = useForm(askPlanFor, {
    initial: {
      groupId: plan.groupId,
      userNo: '',
      months: '12',
      price: plain(plan.figures.priceMonth * 12),
      reason: '',
    },
    money: ['price'],
  })
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('products.proposed'))
    refresh(showPlanAtDesk)
    onClose()
  }
  const bound = (name: 'userNo' | 'months' | 'price' | 'reason') => {
    const { problem: _, ...rest } = form.field(name)
    return rest
  }
  return (
    <Dialog title={`${t('plans.assign')} · ${plan.name}`} onClose={onClose} width={520}>
      <CallForm form={form} onSubmit={() => void send()} onCancel={onClose} submit={t('products.propose')}>
        <p className={css.small}>{t('plans.assignText')}</p>
        <Field label={t('products.userNo')} problem={form.problemOf('userNo')} required>
          {(wiring) => <Input {...wiring} {...bound('userNo')} inputMode="numeric" data-autofocus />}
        </Field>
        <Field label={t('plans.months')} problem={form.problemOf('months')} required>
          {(wiring) => <Input {...wiring} {...bound('months')} inputMode="numeric" />}
        </Field>
        <Field label={t('plans.agreedPrice')} hint={t('plans.agreedHint')} problem={form.problemOf('price')} required>
          {(wiring) => <MoneyInput {...wiring} {...bound('price')} />}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
          {(wiring) => <TextArea {...wiring} {...bound('reason')} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
