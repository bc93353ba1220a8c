import { Link, useNavigate, useSearchParams } from 'react-router'
import { checks } from '#contract/core/checks.ts'
import { listForecasts, wireAmount, type Bank } from '#contract/funding/forecasts.ts'
import { parse, show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { BusinessOnly } from './BusinessOnly.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Forecasts.module.css'

const lines = [
  'beneficiary',
  'beneficiaryAddress',
  'bankName',
  'bankAddress',
  'accountNo',
  'routingNo',
  'swift',
] as const satisfies (keyof Bank)[]

/** Where to send dollars, with which reference, the cost, what arrives and when. */
export default function WirePage() {
  const t = useText()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const typed = params.get('amount') ?? ''
  const cents = parse(typed)
  const query = useAsk(listForecasts, { pageSize: 1 }, { quiet: true })
  const price = useAsk(wireAmount, { amount: cents ?? 0 }, { quiet: true, enabled: (cents ?? 0) > 0, keep: true }).data
  const about = query.data
  if (query.isError)
    return (
      <Empty
        icon="warn"
        title={t('parts.loadFailed')}
        text={query.error.says}
        action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
      />
    )
  const low = about && cents !== undefined && cents < about.terms.minAmount
  const problem =
    typed && cents === undefined
      ? checks.amount_shape[langNow()]
      : low
        ? t('forecasts.field.belowMin', { min: show(about.terms.minAmount) })
        : undefined
  const free = about?.terms.feeBps === 0 && about.terms.feeFixed === 0
  return (
    <PageFrame>
      <Link className={css.back} to={paths.rechargeIndex}>
        <Icon name="left" size={15} />
        {t('forecasts.wire.back')}
      </Link>
      {about && <BusinessOnly business={about.business} />}
      <div className={css.columns}>
        {about ? (
          <BankPanel bank={about.banks[0]!} reference={about.reference} />
        ) : (
          <Panel>
            <SkeletonLines lines={9} />
          </Panel>
        )}
        <div className={css.column}>
          <Panel title={t('forecasts.wire.calc')}>
            <div className={css.detail}>
              <Field
                label={t('forecasts.field.amount')}
                hint={about && t('forecasts.field.amountHint', { min: show(about.terms.minAmount) })}
                problem={problem}
              >
                {(wiring) => (
                  <MoneyInput
                    {...wiring}
                    value={typed}
                    onChange={(amount) => setParams(amount ? { amount } : {}, { replace: true })}
                    placeholder="1,000.00"
                  />
                )}
              </Field>
              <Facts
                facts={[
                  [
                    t('forecasts.field.fee'),
                    free ? (
                      t('forecasts.wire.free')
                    ) : (
                      <Money key="fee" cents={cents === undefined ? undefined : price?.fee} />
                    ),
                  ],
                  [
                    <strong key="arrives">{t('forecasts.field.arrives')}</strong>,
                    <Money key="sum" cents={cents === undefined ? undefined : price?.creditAmount} size="l" />,
                  ],
                  [t('forecasts.wire.arrival'), about?.terms.arrival ?? '–'],
                ]}
              />
              <p className={css.note}>{t('forecasts.field.received')}</p>
            </div>
          </Panel>
          <Panel title={t('forecasts.wire.steps')}>
            <ol className={css.how}>
              <li>{t('forecasts.wire.step1')}</li>
              <li>{t('forecasts.wire.step2')}</li>
              <li>{t('forecasts.wire.step3', { arrival: about?.terms.arrival ?? '…' })}</li>
            </ol>
            <Button
              look="primary"
              size="l"
              icon="forecast"
              wide
              disabled={about?.business ? undefined : t('forecasts.form.business')}
              onClick={() =>
                void navigate({ pathname: paths.forecastNew, search: cents === undefined ? '' : `?amount=${typed}` })
              }
            >
              {t('forecasts.wire.next')}
            </Button>
          </Panel>
        </div>
      </div>
    </PageFrame>
  )
}

function BankPanel({ bank, reference }: { bank: Bank; reference: string }) {
  const t = useText()
  const all = [
    ...lines.map((line) => [t(`forecasts.wire.${line}`), bank[line]]),
    [t('forecasts.wire.reference'), reference],
  ]
  const copyAll = async () => {
    await navigator.clipboard.writeText(all.map(([name, value]) => `${name}: ${value}`).join('\n'))
    toast.ok(t('forecasts.wire.copied'))
  }
  return (
    <Panel
      title={t('forecasts.wire.title')}
      extra={
        <Button size="s" icon="copy" onClick={() => void copyAll().catch(() => toast.bad(t('ui.copyFailed')))}>
          {t('forecasts.wire.copyAll')}
        </Button>
      }
    >
      <div className={css.reference}>
        <span>{t('forecasts.wire.reference')}</span>
        <strong>
          {reference}
          <CopyButton text={reference} what={t('forecasts.wire.reference')} />
        </strong>
        <small>{t('forecasts.wire.referenceHint')}</small>
      </div>
      <dl className={css.bank}>
        {lines.map((line) => (
          <div key={line}>
            <dt>{t(`forecasts.wire.${line}`)}</dt>
            <dd>
              <span>{bank[line]}</span>
              <CopyButton text={bank[line]} what={t(`forecasts.wire.${line}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
