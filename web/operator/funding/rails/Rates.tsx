import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listRates } from '#contract/funding/desk/rails.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'
import { Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import css from '#web/operator/parts/Case.module.css'
import { RateDialog } from './RateDialog.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'

type Listed = Output<typeof listRates>
const FEW = 5

/** What a dollar costs now, who said so, and what it has cost before. */
export function Rates() {
  const { t } = useSay()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const keyset = useKeyset('rates')
  const wish = keyset.after ? { cursor: keyset.after } : {}
  const query = useAsk(listRates, wish, { everyMs: 15_000, keep: true })
  const found = query.data
  const yuan = found?.pairs.find(({ pair }) => pair === 'USD/CNY')
  return (
    <Panel
      title={t('moneyDesk.ratesTitle')}
      extra={
        makes && (
          <Button guardMs={0} onClick={() => setOpen(true)}>
            {t('moneyDesk.setRate')}
          </Button>
        )
      }
    >
      {found ? (
        <div className={css.detail}>
          <div className={css.stats}>
            {found.pairs.map(({ pair, mid, customer, spreadBps, source, time, stale }) => (
              <Stat
                key={pair}
                label={`${pair} · ${t(`moneyDesk.sources.${source}`)}`}
                value={customer}
                note={
                  stale ? (
                    <StatusTag tone="bad" text={t('moneyDesk.stale')} />
                  ) : time === null ? (
                    ''
                  ) : (
                    t('moneyDesk.rateNote', { mid, spread: spreadBps / 100, age: age(serverNow() - time) })
                  )
                }
              />
            ))}
          </div>
          {found.approvalId && (
            <p className={css.note} role="status">
              {t('moneyDesk.rateWaits')} ·{' '}
              <Link to={paths.approval(found.approvalId)}>{t('moneyDesk.toApproval')}</Link>
            </p>
          )}
          {found.history.length > 0 && (
            <section>
              <h3>{t('moneyDesk.rateHistory')}</h3>
              <History rows={all ? found.history : found.history.slice(0, FEW)} maxMoveBps={found.maxMoveBps} />
              {found.history.length > FEW && !all ? (
                <Button look="quiet" size="s" guardMs={0} onClick={() => setAll(true)}>
                  {t('moneyDesk.older')}
                </Button>
              ) : (
                all && <Keyset keyset={keyset} cursor={found.cursor} />
              )}
            </section>
          )}
        </div>
      ) : query.isError ? (
        <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />
      ) : (
        <Skeleton height={64} />
      )}
      {open && <RateDialog mid={yuan?.mid ?? ''} spreadBps={yuan?.spreadBps ?? 110} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function History({ rows, maxMoveBps }: { rows: Listed['history']; maxMoveBps: number }) {
  const { t } = useSay()
  return (
    <Sheet
      label={t('moneyDesk.rateHistory')}
      head={[
        t('moneyDesk.time'),
        t('moneyDesk.source'),
        t('moneyDesk.mid'),
        t('moneyDesk.spread'),
        t('moneyDesk.customer'),
        t('moneyDesk.moved'),
      ]}
      wide={[1, 3]}
      rows={rows.map(({ rateId, time, source, by, mid, spreadBps, customer, movedBps }) => ({
        key: rateId,
        cells: [
          showTime(time),
          by ?? t(`moneyDesk.sources.${source}`),
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
