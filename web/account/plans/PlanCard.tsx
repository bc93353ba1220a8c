import type { Output } from '#contract/core/call.ts'
import { buyPlan, type listPlans } from '#contract/plans/plans.ts'
import { show } from '#contract/core/money.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Muted, Row } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { openContact } from '../notices/contact/openContact.ts'
import { useText } from './text.ts'
import css from './Plans.module.css'

/** Above this, a limit is set by contract. */
const BY_CONTRACT = 1_000_000

export type ShownPlan = Output<typeof listPlans>[number]

export const rate = (bps: number): string => `${bps / 100}%`

export function PlanCard({ plan, onBuy }: { plan: ShownPlan; onBuy: () => void }) {
  const t = useText()
  const may = useMay(buyPlan)
  const { benefits, action } = plan
  const fee = benefits.openFee.default
  const buyable = action === 'BUY' || action === 'STACK' || action === 'UPGRADE'
  return (
    <li className={css.plan} data-current={plan.current} aria-current={plan.current || undefined}>
      <Row as="header" between>
        <h2>{plan.name}</h2>
        {plan.current && <Tag tone="ok">{t('plans.current')}</Tag>}
      </Row>
      <p className={css.price}>
        {plan.priceMonth === 0 ? (
          <strong>{t('plans.free')}</strong>
        ) : (
          <>
            <Money cents={plan.priceMonth} size="l" /> <Muted>{t('plans.month')}</Muted>
          </>
        )}
      </p>
      <Facts
        facts={[
          [t('plans.openFee'), fee === undefined ? t('plans.listFee') : show(fee)],
          [t('plans.loadFee'), rate(benefits.loadFeeBps)],
          [t('plans.maxCards'), benefits.maxCards.toLocaleString('en')],
          [t('plans.batch'), benefits.batchMax.toLocaleString('en')],
          [
            t('plans.seats'),
            benefits.maxSubSeats === 0
              ? t('plans.noSeats')
              : t('plans.seatsValue', { free: benefits.freeSubSeats, max: benefits.maxSubSeats }),
          ],
          [t('plans.perLoad'), benefits.perLoadMax > BY_CONTRACT ? t('plans.byContract') : show(benefits.perLoadMax)],
        ]}
      />
      <footer>
        {buyable ? (
          <Button
            look={action === 'UPGRADE' || action === 'BUY' ? 'primary' : 'plain'}
            disabled={may.reason}
            guardMs={0}
            onClick={onBuy}
            aria-label={`${t(`plans.act.${action}`)} ${plan.name}`}
          >
            {t(`plans.act.${action}`)}
          </Button>
        ) : action === 'CONTACT' ? (
          <Button onClick={openContact} aria-label={`${t('plans.act.CONTACT')} ${plan.name}`}>
            {t('plans.act.CONTACT')}
          </Button>
        ) : (
          plan.reason !== undefined && <Muted as="p">{plan.reason}</Muted>
        )}
      </footer>
    </li>
  )
}
