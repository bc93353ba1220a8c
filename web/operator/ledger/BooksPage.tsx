import { Outlet, Link, useLocation } from 'react-router'
import { trialBalance, listProofs, proveBooks } from '#contract/ledger/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { DateField } from '#web/ui/forms/DateRange.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { paths } from '../paths.ts'
import { Find } from './Find.tsx'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'
import { units } from './units.ts'
import { Sheet } from './Sheet.tsx'
import css from './Books.module.css'

/** The whole book on one page, as of now or any moment; each line links to its accounts. */
export default function BooksPage() {
  const t = useText()
  const asOf = useAsOf()
  const query = useAsk(trialBalance, asOf.input, { quiet: true, keep: true })
  return (
    <PageFrame>
      <Proofs />
      <Find />
      <Panel>
        <Stack gap={2}>
          <Row align="end" gap={3}>
            <DateField label={t('ledger.asOf')} minutes value={asOf.typed} onChange={asOf.set} />
            {asOf.typed && (
              <Button look="quiet" guardMs={0} onClick={() => asOf.set('')}>
                {t('ledger.toNow')}
              </Button>
            )}
          </Row>
          <p role="status">{query.data && t('ledger.asOfText', { time: showTime(query.data.asOf) })}</p>
        </Stack>
      </Panel>
      <Answered query={query}>
        {(book) => (
          <>
            <Cover book={book} />
            {book.currencies.map((one) => (
              <Trial key={one.currency} book={one} />
            ))}
            {book.currencies.length === 0 && (
              <Panel>
                <Empty icon="ledger" title={t('ledger.noEntries')} />
              </Panel>
            )}
          </>
        )}
      </Answered>
      <Outlet />
    </PageFrame>
  )
}

type Book = Pick<Output<typeof trialBalance>, 'owed' | 'cover' | 'parts' | 'byCurrency'>

/** The amounts owed to customers against the money that covers them, with the parts of both. */
function Cover({ book: { owed, cover, parts, byCurrency } }: { book: Book }) {
  const t = useText()
  const most = Math.max(owed, cover, 1)
  const side = (counts: 'client' | 'cover', label: string, total: number) => (
    <Stack as="section" gap={2} className={css.side} data-counts={counts}>
      <Stat label={label} value={<Money cents={total} />} />
      <span className={css.bar} role="presentation">
        <i style={{ width: `${(total / most) * 100}%` }} />
      </span>
      <Facts
        facts={parts
          .filter((part) => part.counts === counts && part.cents !== 0)
          .map(({ code, name, cents }) => [`${code} ${name}`, <Money cents={cents} />])}
      />
    </Stack>
  )
  return (
    <Panel
      title={t('ledger.coverTitle')}
      extra={
        <StatusTag
          tone={cover >= owed ? 'ok' : 'bad'}
          text={`${t(cover >= owed ? 'ledger.covered' : 'ledger.uncovered')} ${percent(cover, owed)}`}
        />
      }
    >
      <Stack gap={4}>
        <Grid gap={6} min={300}>
          {side('client', t('ledger.owed'), owed)}
          {side('cover', t('ledger.cover'), cover)}
        </Grid>
        <section aria-label={t('ledger.byCurrency')}>
          <Facts
            facts={byCurrency.currencies
              .filter((one) => one.owed !== 0 || one.covered !== 0)
              .map(({ currency, scale, owed: due, covered }) => [
                currency,
                t('ledger.owedAndCovered', { owed: units(due, scale), covered: units(covered, scale) }),
              ])}
          />
        </section>
        <Muted as="p">
          {byCurrency.rate && byCurrency.rateTime !== null
            ? t('ledger.rates', { rate: byCurrency.rate, time: showTime(byCurrency.rateTime) })
            : t('ledger.noRate')}
        </Muted>
      </Stack>
    </Panel>
  )
}

/** Truncated and never rounded up: 99.99 % is not covered. */
const percent = (cover: number, owed: number): string =>
  owed <= 0 ? '' : `${(Math.floor((cover * 1000) / owed) / 10).toFixed(1)}%`

const tone = { HOLDS: 'ok', BROKEN: 'bad', FAILED: 'warn', WAITING: 'info' } as const
const SHOWN = 5

/** Verifies the books from all entries with one button; results are kept, also those of every night, which read what is new. */
function Proofs() {
  const t = useText()
  const { data } = useAsk(listProofs, {}, { everyMs: 3000, quiet: true })
  const prove = useCall(proveBooks, { refreshes: [listProofs] })
  const working = data?.list.some(({ state }) => state === 'WAITING')
  const button = (
    <Button
      look="primary"
      icon="shield"
      loading={prove.isPending}
      disabled={working ? t('ledger.proving') : undefined}
      onClick={() => prove.mutate({})}
    >
      {t('ledger.prove')}
    </Button>
  )
  return (
    <Panel title={t('ledger.proofs')} extra={button}>
      <Stack>
        {data?.list.length === 0 && <Muted as="p">{t('ledger.never')}</Muted>}
        {data && data.wholeTime !== null && (
          <Muted as="p">{t('ledger.lastWhole', { time: showTime(data.wholeTime) })}</Muted>
        )}
        <Stack as="ol" aria-label={t('ledger.proofs')} aria-live="polite">
          {data?.list.slice(0, SHOWN).map((proof) => (
            <Stack key={proof.proofId} as="li">
              <Row gap={4}>
                <StatusTag tone={tone[proof.state]} text={t(`ledger.${proof.state}`, { count: proof.breaks.length })} />
                <Muted>
                  {[
                    proof.askedBy,
                    showTime(proof.createTime),
                    proof.cover?.rate &&
                      proof.cover.rateTime !== null &&
                      t('ledger.proofRate', { rate: proof.cover.rate, time: showTime(proof.cover.rateTime) }),
                    proof.kind && t(`ledger.readBy.${proof.kind}`, { entries: proof.entries ?? 0 }),
                    proof.tookMs !== null && t('ledger.checks', { checks: proof.checks ?? 0, ms: proof.tookMs }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Muted>
              </Row>
              {proof.breaks.map((one) => (
                <Note key={`${one.check} ${one.subject}`} tone="bad">
                  <strong>{one.check}</strong> {one.subject}: {one.says} {one.found}
                </Note>
              ))}
            </Stack>
          ))}
        </Stack>
      </Stack>
    </Panel>
  )
}

type Currency = Output<typeof trialBalance>['currencies'][number]
const kinds = { '1': 'assets', '2': 'liabilities', '4': 'income', '5': 'expenses' } as const

/** One currency of the book: assets, liabilities, income and expense, and the equality of both sides. */
function Trial({ book: { currency, scale, debits, credits, lines } }: { book: Currency }) {
  const t = useText()
  const { search } = useLocation()
  const rows = Object.entries(kinds).flatMap(([first, kind]) => {
    const own = lines.filter(({ code }) => code.startsWith(first))
    if (own.length === 0) return []
    return [
      { key: kind, look: 'group' as const, cells: [t(`ledger.kinds.${kind}`), '', '', '', ''] },
      ...own.map((line) => ({
        key: line.code,
        cells: [
          <Link to={{ pathname: paths.bookChart(line.code), search }}>
            {line.code} {line.name}
          </Link>,
          line.accounts,
          units(line.debits, scale),
          units(line.credits, scale),
          units(line.balance, scale),
        ],
      })),
    ]
  })
  return (
    <Panel
      title={t('ledger.trialOf', { currency })}
      extra={
        <StatusTag
          tone={debits === credits ? 'ok' : 'bad'}
          text={t(debits === credits ? 'ledger.balanced' : 'ledger.unbalanced')}
        />
      }
    >
      <Sheet
        label={t('ledger.trialOf', { currency })}
        head={(['code', 'accounts', 'debits', 'credits', 'balance'] as const).map((name) => t(`ledger.${name}`))}
        wide={[1, 2, 3]}
        rows={[
          ...rows,
          { key: 'sum', look: 'sum', cells: [t('ledger.sum'), '', units(debits, scale), units(credits, scale), ''] },
        ]}
      />
    </Panel>
  )
}
