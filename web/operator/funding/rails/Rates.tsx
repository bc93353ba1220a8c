import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listRates, setRateByHand } from '#contract/funding/desk/rails.ts'
import { showTime } from '#web/parts/dates.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { useList } from '#web/parts/lists/QueryList.tsx'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'

type Listed = Output<typeof listRates>
const FEW = 5

/** The current rate with its source, and past rates. */
export function Rates() {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const { query, pager } = useList(listRates, { everyMs: 15_000 })
  const yuan = query.data?.pairs.find(({ pair }) => pair === 'USD/CNY')
  return (
    <Panel
      title={t('funding.ratesTitle')}
      extra={
        makes && (
          <Button guardMs={0} onClick={() => setOpen(true)}>
            {t('funding.setRate')}
          </Button>
        )
      }
    >
      <Answered query={query} skeleton={<SkeletonLines lines={3} />}>
        {({ pairs, approvalId, history, maxMoveBps }) => (
          <Stack gap={5}>
            <Row gap={6} align="start">
              {pairs.map(({ pair, mid, customer, spreadBps, source, time, stale }) => (
                <Stat
                  key={pair}
                  label={`${pair} · ${t(`funding.sources.${source}`)}`}
                  value={customer}
                  note={
                    stale ? (
                      <StatusTag tone="bad" text={t('funding.stale')} />
                    ) : (
                      time !== null &&
                      t('funding.rateNote', { mid, spread: spreadBps / 100, age: age(serverNow() - time) })
                    )
                  }
                />
              ))}
            </Row>
            {approvalId && (
              <Note role="status">
                {t('funding.rateWaits')} · <Link to={paths.approval(approvalId)}>{t('funding.toApproval')}</Link>
              </Note>
            )}
            {history.length > 0 && (
              <Section title={t('funding.rateHistory')}>
                <History rows={all ? history : history.slice(0, FEW)} maxMoveBps={maxMoveBps} />
                {all && pager}
                {!all && history.length > FEW && (
                  <Row>
                    <Button look="quiet" size="s" guardMs={0} onClick={() => setAll(true)}>
                      {t('parts.older')}
                    </Button>
                  </Row>
                )}
              </Section>
            )}
          </Stack>
        )}
      </Answered>
      {open && <RateDialog mid={yuan?.mid ?? ''} spreadBps={yuan?.spreadBps ?? 110} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function History({ rows, maxMoveBps }: { rows: Listed['history']; maxMoveBps: number }) {
  const t = useText()
  return (
    <Sheet
      label={t('funding.rateHistory')}
      head={[
        t('funding.time'),
        t('funding.source'),
        t('funding.mid'),
        t('funding.spread'),
        t('funding.customer'),
        t('funding.moved'),
      ]}
      wide={[1, 3]}
      rows={rows.map(({ rateId, time, source, by, mid, spreadBps, customer, movedBps }) => ({
        key: rateId,
        cells: [
          showTime(time),
          by ?? t(`funding.sources.${source}`),
          mid,
          `${spreadBps / 100}%`,
          customer,
          movedBps === null ? (
            '–'
          ) : (
            <Tag key="moved" tone={Math.abs(movedBps) > maxMoveBps ? 'warn' : 'quiet'}>
              {`${movedBps > 0 ? '+' : ''}${movedBps / 100}%`}
            </Tag>
          ),
        ],
      }))}
    />
  )
}

/** A manual rate: requested here, set by a second approver. */
function RateDialog({ mid, spreadBps, onClose }: { mid: string; spreadBps: number; onClose: () => void }) {
  const t = useText()
  const form = useForm(setRateByHand, { initial: { pair: 'USD/CNY', mid, spreadBps: String(spreadBps), reason: '' } })
  return (
    <FormDialog
      form={form}
      title={t('funding.setRate')}
      submit={t('funding.setRate')}
      done={t('funding.asked')}
      refreshes={[listRates]}
      onClose={onClose}
    >
      <Muted as="p">{t('funding.setRateText')}</Muted>
      <TextField form={form} name="mid" label={t('funding.midField')} inputMode="decimal" />
      <TextField form={form} name="spreadBps" label={t('funding.spreadField')} inputMode="decimal" />
      <ReasonField form={form} />
    </FormDialog>
  )
}
