import { Link, useParams } from 'react-router'
import {
  showSuspense,
  assignSuspense,
  listSuspense,
  priceSuspense,
  returnSuspense,
} from '#contract/funding/desk/suspense.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { holderName } from '#web/parts/lists/columns.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Facts, Grid, Mono, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Stat } from '#web/ui/dialogs/Panel.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage, useMoves } from '#web/operator/parts/Case.tsx'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { exactly } from '../topUps/exactly.ts'
import { receiptTone } from '../topUps/topUpTones.ts'
import { useText } from '../text.ts'

type Receipt = Output<typeof showSuspense>
const LIVE_MS = 5000

/** An unmatched payment: its origin, possible orders, and its assignment by two people. */
export default function ReceiptPage() {
  const t = useText()
  const { suspenseId = '' } = useParams()
  const [makes, reads] = [useHolds('staff:money.make'), useHolds('staff:books.view')]
  const query = useAsk(showSuspense, { suspenseId }, { quiet: true, everyMs: LIVE_MS })
  const found = query.data
  return (
    <CasePage
      title={found?.railText ?? t('funding.suspense')}
      tag={found && <StatusTag tone={receiptTone[found.state]} text={found.stateText} />}
      width={620}
      of={paths.suspense}
      query={query}
      missing={t('funding.missing')}
    >
      {(receipt) => (
        <>
          <Stat label={t('funding.received')} value={`${exactly(receipt.amountStr)} ${receipt.unit}`} />
          <Facts
            facts={[
              [
                t('funding.why'),
                receipt.fitsNow ? `${receipt.reasonText} · ${t('funding.fitsNow')}` : receipt.reasonText,
              ],
              [t('funding.ref'), <Mono>{receipt.ref}</Mono>],
              receipt.from && [t('funding.from'), <Mono>{receipt.from}</Mono>],
              [t('funding.receivedAt'), showTime(receipt.receiveTime)],
              [t('funding.namedOrder'), <Mono>{receipt.orderNo ?? '–'}</Mono>],
              [t('funding.account'), holderName(receipt.holder)],
              receipt.creditedTo && [t('funding.creditedTo'), <Money cents={receipt.creditedTo.amount} strong />],
            ]}
          />
          {reads && (
            <Row gap={4}>
              {receipt.transfers.map((transferId, at) => (
                <Link key={transferId} to={paths.bookTransfer(transferId)}>
                  {t(at === 0 ? 'funding.receivedEntry' : 'funding.endedEntry')}
                </Link>
              ))}
            </Row>
          )}
          {receipt.approvalId && (
            <Note role="status">
              {t('funding.decides')} · <Link to={paths.approval(receipt.approvalId)}>{t('funding.toApproval')}</Link>
            </Note>
          )}
          {receipt.state === 'OPEN' && makes && <GiveForm key={suspenseId} receipt={receipt} />}
        </>
      )}
    </CasePage>
  )
}

/** Assigns the payment to an order or an account, with a preview of the result; or returns it. */
function GiveForm({ receipt: { suspenseId, unit, orders } }: { receipt: Receipt }) {
  const t = useText()
  const form = useForm(assignSuspense, { initial: { suspenseId, userNo: '', orderNo: '', reason: '' } })
  const asked = () => {
    toast.ok(t('funding.asked'))
    refresh(showSuspense, listSuspense, staffQueues)
  }
  const { by, problem } = useMoves(asked)
  const [userNo, orderNo, reason] = [
    form.text('userNo').trim(),
    form.text('orderNo').trim(),
    form.text('reason').trim(),
  ]
  const to = receiverOf(userNo, orderNo)
  const price = useAsk(priceSuspense, { suspenseId, ...to }, { enabled: to !== undefined, quiet: true })
  const noReason = reason.length < 2 ? t('funding.reason') : undefined
  const refused = price.isError && to ? price.error.says : undefined
  async function assign() {
    if (await form.submit({ userNo: undefined, orderNo: undefined, ...to, reason })) asked()
  }
  return (
    <>
      <Section title={t('funding.candidates')}>
        {orders.length === 0 && <Muted as="p">{t('funding.noCandidates')}</Muted>}
        {orders.map((order) => (
          <Stack key={order.orderNo} gap={1}>
            <Row between>
              <Link to={paths.topUp(order.orderNo)}>
                <Mono>{order.orderNo}</Mono>
              </Link>
              <Button
                size="s"
                guardMs={0}
                aria-label={`${t('funding.choose')} ${order.orderNo}`}
                onClick={() => form.set({ orderNo: order.orderNo })}
              >
                {t('funding.choose')}
              </Button>
            </Row>
            <Muted>
              {exactly(order.amountStr)} {unit} · {order.statusText} · {holderName(order.holder)}{' '}
              {order.same && <Tag tone="brand">{t('funding.sameAmount')}</Tag>}
            </Muted>
          </Stack>
        ))}
      </Section>
      <Stack as="section" gap={4} aria-label={t('funding.give')}>
        <Grid>
          <TextField form={form} name="userNo" label={t('funding.toUser')} inputMode="numeric" />
          <TextField form={form} name="orderNo" label={t('funding.toOrder')} />
        </Grid>
        {price.data && to && <Preview price={price.data} />}
        <ReasonField form={form} />
        <FormError text={refused ?? form.submitError ?? problem} />
        <Row>
          <Button
            look="primary"
            loading={form.loading}
            disabled={to ? (price.data ? noReason : t('funding.price')) : t('funding.toUser')}
            onClick={() => void assign()}
          >
            {t('funding.assign')}
          </Button>
          <Button look="danger" disabled={noReason} {...by(returnSuspense, { suspenseId, reason })}>
            {t('funding.back')}
          </Button>
        </Row>
      </Stack>
    </>
  )
}

/** An order already names the account that gets the money. */
function receiverOf(userNo: string, orderNo: string): { orderNo: string } | { userNo: string } | undefined {
  if (/^tup_[0-9A-HJKMNP-TV-Z]{26}$/.test(orderNo)) return { orderNo }
  return orderNo === '' && /^\d{6,12}$/.test(userNo) ? { userNo } : undefined
}

/** What its receiver would be credited, and how much of the day's limit that takes. */
function Preview({ price: { holder, credit, rate, fee, feeUnit, limit } }: { price: Output<typeof priceSuspense> }) {
  const t = useText()
  return (
    <Note role="status">
      {t('funding.priced', { user: holderName(holder), credit: show(credit), rate, fee: show(fee, feeUnit) })}
      <br />
      {t(limit.over > 0 ? 'funding.overLimit' : 'funding.inLimit', {
        used: show(limit.used),
        limit: show(limit.limit),
        over: show(limit.over),
      })}
    </Note>
  )
}
