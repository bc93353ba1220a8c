import { Link, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { askTopUp, topUpOrder } from '#contract/funding/desk/topUps.ts'
import { holderName } from '#web/parts/lists/columns.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Mono, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { TAccounts } from '#web/operator/ledger/TAccounts.tsx'
import { useText } from '../text.ts'
import { exactly } from './exactly.ts'
import { lifeState, orderTone } from './topUpTones.ts'

const LIVE_MS = 5000

/** One order: its owner, its history at the provider and with us, and its postings. */
export default function TopUpPage() {
  const t = useText()
  const { orderNo = '' } = useParams()
  const makes = useHolds('staff:money.make')
  const query = useAsk(topUpOrder, { orderNo }, { quiet: true, everyMs: LIVE_MS })
  const again = useCall(askTopUp, { refreshes: [topUpOrder], onDone: () => toast.ok(t('funding.askedAgain')) })
  const found = query.data
  return (
    <CasePage
      title={found?.railText ?? t('funding.topUps')}
      tag={found && <StatusTag tone={orderTone[found.status]} text={found.statusText} />}
      width={680}
      of={paths.topUps}
      query={query}
      missing={t('funding.missing')}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          <Row gap={4}>
            {makes && (
              <Button icon="refresh" loading={again.isPending} onClick={() => again.mutate({ orderNo })}>
                {t('funding.ask')}
              </Button>
            )}
            <Link to={paths.account(order.holder.accountId)}>{t('funding.openAccount')}</Link>
          </Row>
          <Section title={t('funding.life')}>
            <Timeline
              label={t('funding.life')}
              steps={order.life.map((step, at) => ({
                key: String(at),
                state: lifeState[step.kind],
                title: step.suspenseId ? (
                  <Link to={paths.receipt(step.suspenseId)}>{step.kindText}</Link>
                ) : (
                  step.kindText
                ),
                text: (step.note || step.ref) && <Mono>{[step.note, step.ref].filter(Boolean).join(' · ')}</Mono>,
                time: showTime(step.time),
                value: step.amountStr,
              }))}
            />
          </Section>
          <Section title={t('funding.entries')}>
            <Entries transfers={order.transfers} />
          </Section>
        </>
      )}
    </CasePage>
  )
}

function OrderFacts({ order }: { order: Output<typeof topUpOrder> }) {
  const t = useText()
  return (
    <Facts
      facts={[
        [
          t('funding.orderNo'),
          <>
            <Mono>{order.orderNo}</Mono> <CopyButton text={order.orderNo} what={t('funding.orderNo')} />
          </>,
        ],
        [t('funding.account'), holderName(order.holder)],
        [t('funding.pay'), `${exactly(order.payAmountStr)} ${order.payUnit}`],
        [t('funding.received'), order.receivedStr ? `${exactly(order.receivedStr)} ${order.payUnit}` : '–'],
        [t('funding.fee'), <Money cents={order.fee} unit={order.feeUnit} />],
        [t('funding.rate'), order.rate],
        [t('funding.credit'), <Money cents={order.credit} strong />],
        [t('funding.expires'), showTime(order.expireTime)],
        order.address && [t('funding.address'), <Mono>{order.address}</Mono>],
        order.txHash && [t('funding.txHash'), <Mono>{order.txHash}</Mono>],
        order.card && [t('funding.card'), order.card],
        order.providerRef && [t('funding.providerRef'), order.providerRef],
      ]}
    />
  )
}

/** Ledger transfers, each with its two sides. */
function Entries({ transfers }: { transfers: Output<typeof topUpOrder>['transfers'] }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  if (transfers.length === 0) return <Muted as="p">{t('funding.noEntries')}</Muted>
  return transfers.map(({ transferId, kindText, postTime, entries }) => (
    <Stack key={transferId} role="group" aria-label={kindText}>
      <Row between>
        <strong>{kindText}</strong>
        <Row as="span">
          <Muted>{showTime(postTime)}</Muted>
          {reads && (
            <Link to={paths.bookTransfer(transferId)} aria-label={`${t('funding.inBooks')} ${kindText}`}>
              {t('funding.inBooks')}
            </Link>
          )}
        </Row>
      </Row>
      <TAccounts
        entries={entries.map((entry) => ({ ...entry, owner: /^(acc|act)_/.test(entry.owner) ? '' : entry.owner }))}
      />
    </Stack>
  ))
}
