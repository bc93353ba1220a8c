import { listProofs, proveBooks } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useText } from './text.ts'
import css from './Books.module.css'

const tone = { HOLDS: 'ok', BROKEN: 'bad', FAILED: 'warn', WAITING: 'info' } as const
const SHOWN = 5

/** Everything recomputed from the entries, on one button; what was found stays. */
export function Proofs() {
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
      {data?.list.length === 0 && <p className={css.quiet}>{t('ledger.never')}</p>}
      <ol className={css.proofs} aria-label={t('ledger.proofs')} aria-live="polite">
        {data?.list.slice(0, SHOWN).map((proof) => (
          <li key={proof.proofId} className={css.lines}>
            <p className={css.row}>
              <StatusTag tone={tone[proof.state]} text={t(`ledger.${proof.state}`, { count: proof.breaks.length })} />
              <span className={css.quiet}>
                {[
                  proof.askedBy,
                  showTime(proof.createTime),
                  proof.cover?.rate &&
                    proof.cover.rateTime !== null &&
                    t('ledger.proofRate', { rate: proof.cover.rate, time: showTime(proof.cover.rateTime) }),
                  proof.tookMs !== null && t('ledger.checks', { checks: proof.checks ?? 0, ms: proof.tookMs }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
            {proof.breaks.map((one) => (
              <p key={`${one.check} ${one.subject}`} className={css.break}>
                <strong>{one.check}</strong> {one.subject}: {one.says} {one.found}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
