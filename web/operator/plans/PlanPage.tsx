import { useState } from 'react'
import { useParams } from 'react-router'
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
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { MoneyField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { useHolds } from '../desk.ts'
import { HolderLink } from '../parts/Case.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { ChangeDialog } from '../products/ChangeDialog.tsx'
import { Changes } from '../products/Changes.tsx'
import { said } from '../products/figures.ts'
import { Waiting } from '../products/Waits.tsx'
import { saleTag } from './PlansPage.tsx'
import { useText } from './text.ts'

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
    <Answered query={query}>
      {(plan) => (
        <PageFrame>
          <PageHead
            title={plan.name}
            moves={
              may && (
                <>
                  {plan.level > 0 && (
                    <Button guardMs={0} onClick={() => setMove('assign')}>
                      {t('plans.assign')}
                    </Button>
                  )}
                  <Button look="primary" guardMs={0} onClick={() => setMove('change')}>
                    {t('plans.changePlan')}
                  </Button>
                </>
              )
            }
          >
            {saleTag(plan)}
            <Tag>{`v${plan.version}`}</Tag>
          </PageHead>
          <Waiting waiting={plan.waiting} />
          <Grid min={400} style={{ alignItems: 'start' }}>
            <Stack gap={4}>
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
                  <Muted as="p">{t('plans.noHolders')}</Muted>
                )}
              </Panel>
              {plan.given.length > 0 && (
                <Panel title={t('plans.givenPlans')}>
                  <Sheet
                    head={[t('products.userNo'), t('plans.version'), t('products.until')]}
                    rows={plan.given.map((one) => ({
                      key: one.accountId,
                      cells: [
                        <HolderLink accountId={one.accountId} userNo={one.userNo} />,
                        `v${one.version}`,
                        showDay(one.expireTime),
                      ],
                    }))}
                  />
                </Panel>
              )}
            </Stack>
            <Panel title={t('products.changes')}>
              <Changes changes={plan.changes} refreshes={refreshes} />
            </Panel>
          </Grid>
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
    </Answered>
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
  return (
    <FormDialog
      form={form}
      title={`${t('plans.assign')} · ${plan.name}`}
      submit={t('products.propose')}
      done={t('products.proposed')}
      refreshes={[showPlanAtDesk]}
      onClose={onClose}
    >
      <Muted as="p">{t('plans.assignText')}</Muted>
      <TextField form={form} name="userNo" label={t('products.userNo')} inputMode="numeric" autoFocus />
      <TextField form={form} name="months" label={t('plans.months')} inputMode="numeric" />
      <MoneyField form={form} name="price" label={t('plans.agreedPrice')} hint={t('plans.agreedHint')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}
