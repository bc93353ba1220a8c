import { Link, useNavigate } from 'react-router'
import { guideSeen } from '#contract/notices/consoleState.ts'
import { listCards } from '#contract/cards/cards.ts'
import { ask } from '#web/parts/client/client.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { remember, store } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '#web/account/paths.ts'
import { showAround } from '#web/account/showAround.ts'
import type { Figures } from '../figures.tsx'
import { useText as useOverviewText } from '../text.ts'
import { useText } from './text.ts'
import css from './GettingStarted.module.css'

type Step = {
  name: 'topup' | 'open' | 'number' | 'purchase'
  icon: IconName
  done: boolean
  text: string
  /** Absent while an earlier step has to come first. */
  go: (() => void) | undefined
}

/** The first top-up fills this in: enough for a card and its fees. */
const FIRST_AMOUNT = '120'

/** The four steps from an empty account to its first purchase. What is done is read from the account; the first open step leads. */
export default function GettingStarted({ figures }: { figures: Figures }) {
  const t = useText()
  const overview = useOverviewText()
  const navigate = useNavigate()
  const { TestShop, UserInfo } = useSession()
  const { topup, cards, steps: made, wallet } = figures
  const input = { pageNo: 1, pageSize: 1, status: ['ACTIVE' as const] }
  const card = useAsk(listCards, input, { quiet: true, live: ['cards'], everyMs: 5_000, enabled: cards.active > 0 })
    .data?.data[0]
  const to = (path: string) => () => void navigate(path)
  const shop =
    TestShop && card?.lastFour
      ? () => void window.open(`${TestShop}/#card=${card.lastFour}&buy`, '_blank', 'noopener')
      : undefined
  const opened = cards.total > 0
  const funded = topup.total > 0 || opened
  const steps: Step[] = [
    {
      name: 'topup',
      icon: 'topup',
      done: funded,
      text: t('start.step.topup.text'),
      go: to(`${paths.rechargeOnline}?rail=USDT_TRC20&amount=${FIRST_AMOUNT}`),
    },
    {
      name: 'open',
      icon: 'open',
      done: opened,
      text: t('start.step.open.text'),
      go: funded ? to(paths.cardOpenFilled) : undefined,
    },
    {
      name: 'number',
      icon: 'eye',
      done: made.numberSeen === 1,
      text: t('start.step.number.text'),
      go: card && to(paths.cardAction(card.cardId, 'reveal')),
    },
    {
      name: 'purchase',
      icon: 'trades',
      done: made.purchased === 1,
      text: t(TestShop ? 'start.step.purchase.textTest' : 'start.step.purchase.text'),
      go: shop,
    },
  ]
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  const dismiss = () => {
    store('guide', '1')
    remember({ GuideDone: true })
    void ask(guideSeen, {}, { quiet: true }).catch(() => {})
  }
  const status = UserInfo?.statusList
  return (
    <section className={css.card} aria-labelledby="getting-started">
      <Row between align="start" gap={4}>
        <div>
          <h2 id="getting-started" className={css.title}>
            {t('start.title')}
          </h2>
          <Muted as="p">{t('start.lead')}</Muted>
        </div>
        <Row>
          <Muted>
            {overview('overview.balance')}{' '}
            <Link to={paths.financeRecord}>
              <Money cents={wallet.usdBalance} strong />
            </Link>
          </Muted>
          <Button icon="info" guardMs={0} onClick={showAround}>
            {t('start.around')}
          </Button>
          <Button
            look="quiet"
            icon="close"
            aria-label={t('start.dismiss')}
            title={t('start.dismiss')}
            onClick={dismiss}
          />
        </Row>
      </Row>
      <Row gap={3} className={css.bar}>
        <progress value={done} max={steps.length} aria-label={t('start.title')} />
        <Muted>{t('start.progress', { done, all: steps.length })}</Muted>
      </Row>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={step.name} data-done={step.done} data-next={step === next} aria-current={step === next && 'step'}>
            <span className={css.mark}>{step.done ? <Icon name="check" /> : index + 1}</span>
            <div className={css.words}>
              <h3>
                {t(`start.step.${step.name}.title`)}
                {step.done && <span className="said"> · {t('start.done')}</span>}
              </h3>
              {!step.done && <p>{step.text}</p>}
            </div>
            {!step.done && step.go && (
              <Button look={step === next ? 'primary' : 'plain'} icon={step.icon} onClick={step.go}>
                {t(`start.step.${step.name}.act`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Row gap={3} className={css.optional}>
        <Muted>{t('start.optional')}</Muted>
        {status?.googleBind === 0 && <Link to={paths.googleAuth}>{t('start.google')}</Link>}
        {status?.identity !== 'PASSED' && <Link to={paths.accountDialog('identity')}>{t('start.identity')}</Link>}
      </Row>
    </section>
  )
}
