/** The issuer's invoices by month beside our counts, and the prices that the counts are multiplied by. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import {
  invoiceKinds,
  listInvoices,
  setInvoicePrice,
  showInvoice,
  type InvoiceMonth,
  type InvoicePrice,
} from '#contract/programs/invoices.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay, showMonth, showTime } from '#web/parts/dates.ts'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { optionsOf } from '#web/parts/lists/QueryList.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Grid, Muted, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { invoiceTones } from './statementTones.ts'
import { useText } from './text.ts'

type Listed = Output<typeof listInvoices>

export function Invoices({ issuerId }: { issuerId: string }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const query = useAsk(listInvoices, { issuerId }, { quiet: true })
  const [open, setOpen] = useState(false)
  return (
    <Answered query={query}>
      {(found) => (
        <>
          <Panel title={t('invoices.title')}>
            <Months issuerId={issuerId} months={found.months} />
          </Panel>
          <Panel
            title={t('invoices.prices')}
            extra={
              makes && (
                <Button size="s" guardMs={0} onClick={() => setOpen(true)}>
                  {t('invoices.setPrice')}
                </Button>
              )
            }
          >
            <Prices prices={found.prices} />
          </Panel>
          {open && <PriceDialog issuerId={issuerId} found={found} onClose={() => setOpen(false)} />}
        </>
      )}
    </Answered>
  )
}

function Months({ issuerId, months }: { issuerId: string; months: readonly InvoiceMonth[] }) {
  const t = useText()
  return (
    <Stack gap={3}>
      <Muted as="p">{t('invoices.text')}</Muted>
      <Sheet
        label={t('invoices.title')}
        head={[
          t('invoices.month'),
          t('invoices.status'),
          t('invoices.invoiced'),
          t('invoices.counted'),
          t('invoices.difference'),
        ]}
        wide={[3]}
        rows={months.map((one) => ({
          key: one.month,
          cells: [
            <Link to={paths.programInvoice(issuerId, one.month)}>{showMonth(one.month)}</Link>,
            <TwoLines below={one.invoiceNo}>
              {one.approvalId === null ? (
                <StatusTag tone={invoiceTones[one.state]} text={one.stateText} />
              ) : (
                <Link to={paths.approval(one.approvalId)}>{one.stateText}</Link>
              )}
            </TwoLines>,
            <Money cents={one.invoiced} />,
            <TwoLines
              below={
                one.countTime === null
                  ? t('invoices.notCounted')
                  : t('invoices.countedAt', { time: showTime(one.countTime) })
              }
            >
              <Money cents={one.counted} />
            </TwoLines>,
            <TwoLines below={one.differing > 0 && <DifferingTag count={one.differing} />}>
              <Money cents={one.difference} sign="always" />
            </TwoLines>,
          ],
        }))}
      />
    </Stack>
  )
}

export function DifferingTag({ count }: { count: number }) {
  const t = useText()
  return <StatusTag tone="bad" text={t('invoices.differing', { count })} />
}

function Prices({ prices }: { prices: readonly InvoicePrice[] }) {
  const t = useText()
  if (prices.length === 0)
    return <Empty icon="ledger" title={t('invoices.noPrices')} text={t('invoices.noPricesText')} />
  return (
    <Sheet
      label={t('invoices.prices')}
      head={[t('invoices.kind'), t('invoices.price'), t('invoices.from'), t('invoices.setBy')]}
      wide={[3]}
      rows={prices.map((one) => ({
        key: `${one.kind} ${one.fromMonth}`,
        cells: [
          one.kindText,
          one.priceText,
          showMonth(one.fromMonth),
          <TwoLines below={showDay(one.setTime)}>{one.setBy}</TwoLines>,
        ],
      }))}
    />
  )
}

function PriceDialog({ issuerId, found, onClose }: { issuerId: string; found: Listed; onClose: () => void }) {
  const t = useText()
  const form = useForm(setInvoicePrice, {
    initial: { issuerId, kind: 'PER_CARD', priceStr: '', fromMonth: found.months[0]!.month, reason: '' },
  })
  const isRate = form.text('kind') === 'FX'
  return (
    <FormDialog
      form={form}
      title={t('invoices.setPrice')}
      submit={t('invoices.setPrice')}
      done={t('invoices.priceDone')}
      refreshes={[listInvoices, showInvoice]}
      onClose={onClose}
    >
      <p>{t('invoices.priceText')}</p>
      <SelectField form={form} name="kind" label={t('invoices.kind')} required options={optionsOf(invoiceKinds)} />
      <Grid min={180}>
        <TextField
          form={form}
          name="priceStr"
          label={t(isRate ? 'invoices.pricePercent' : 'invoices.pricePerUnit')}
          hint={t(isRate ? 'invoices.percentHint' : 'invoices.priceHint')}
          suffix={isRate ? '%' : 'USD'}
          inputMode="decimal"
        />
        <SelectField
          form={form}
          name="fromMonth"
          label={t('invoices.from')}
          required
          options={found.priceMonths.map((month) => ({ value: month, label: showMonth(month) }))}
        />
      </Grid>
      <ReasonField form={form} />
    </FormDialog>
  )
}
