import { useNavigate, useSearchParams } from 'react-router'
import { listForecasts, type Bank } from '#contract/funding/forecasts.ts'
import { BackLink } from '#web/parts/BackLink.tsx'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Copied, CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { BusinessOnly } from './BusinessOnly.tsx'
import { useText } from './text.ts'
import { useWirePrice } from './useWirePrice.ts'
import funding from '../Funding.module.css'
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
  const query = useAsk(listForecasts, { pageSize: 1 }, { quiet: true })
  const about = query.data
  const { cents, price, free, hint, problem } = useWirePrice(typed, about?.terms)
  if (query.isError) return <LoadFailed query={query} />
  return (
    <PageFrame>
      <BackLink to={paths.rechargeIndex}>{t('forecasts.wire.back')}</BackLink>
      {about && <BusinessOnly business={about.business} />}
      <div className={funding.columns}>
        {about ? (
          <BankPanel bank={about.banks[0]!} reference={about.reference} />
        ) : (
          <Panel>
            <SkeletonLines lines={9} />
          </Panel>
        )}
        <Stack gap={4}>
          <Panel title={t('forecasts.wire.calc')}>
            <Stack gap={4}>
              <Field label={t('forecasts.field.amount')} hint={hint} problem={problem}>
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
                  [t('forecasts.field.fee'), free ? t('forecasts.wire.free') : <Money cents={price?.fee} />],
                  [<strong>{t('forecasts.field.arrives')}</strong>, <Money cents={price?.creditAmount} size="l" />],
                  [t('forecasts.wire.arrival'), about?.terms.arrival ?? '–'],
                ]}
              />
              <Muted as="p">{t('forecasts.field.received')}</Muted>
            </Stack>
          </Panel>
          <Panel title={t('forecasts.wire.steps')}>
            <Stack gap={4}>
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
            </Stack>
          </Panel>
        </Stack>
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
      <Stack>
        <Stack gap={1} className={css.reference}>
          <Muted>{t('forecasts.wire.reference')}</Muted>
          <Row as="span">
            <strong>{reference}</strong>
            <CopyButton text={reference} what={t('forecasts.wire.reference')} />
          </Row>
          <Muted>{t('forecasts.wire.referenceHint')}</Muted>
        </Stack>
        <Facts
          facts={lines.map((line) => [
            t(`forecasts.wire.${line}`),
            <Copied text={bank[line]} what={t(`forecasts.wire.${line}`)} />,
          ])}
        />
      </Stack>
    </Panel>
  )
}
