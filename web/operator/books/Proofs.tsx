import { listProofs, proveBooks } from '../../../contract/books.ts'
import { showTime } from '../../parts/dates.ts'
import { useAsk, useCall } from '../../parts/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/Tag.tsx'
import { useSay } from '../say.ts'
import css from './Books.module.css'

const tone = { HOLDS: 'ok', BROKEN: 'bad', FAILED: 'warn', WAITING: 'info' } as const

/** Everything recomputed from the entries, on one button; what was found stays. */
export function Proofs() {
  const { t } = useSay()
  const { data } = useAsk(listProofs, {}, { everyMs: 3000, quiet: true })
  const prove = useCall(proveBooks, { refreshes: [listProofs] })
  const working = data?.list.some(({ state }) => state === 'WAITING')
  const button = (
    <Button
      look="primary"
      icon="shield"
      loading={prove.isPending}
      disabled={working ? t('bookDesk.proving') : undefined}
      onClick={() => prove.mutate({})}
    >
      {t('bookDesk.prove')}
    </Button>
  )
  return (
    <Panel title={t('bookDesk.proofs')} extra={button}>
      <div className={css.lines} aria-live="polite">
        {data?.list.length === 0 && <p>{t('bookDesk.never')}</p>}
        {data?.list.slice(0, 5).map((proof) => (
          <div key={proof.proofId} className={css.lines}>
            <p className={css.row}>
              <StatusTag tone={tone[proof.state]} text={t(`bookDesk.${proof.state}`, { count: proof.breaks.length })} />
              {proof.askedBy} · {showTime(proof.createTime)}
              {proof.tookMs !== null && ` · ${t('bookDesk.checks', { checks: proof.checks ?? 0, ms: proof.tookMs })}`}
            </p>
            {proof.breaks.map((one) => (
              <p key={`${one.check} ${one.subject}`} className={css.break}>
                <strong>{one.check}</strong> {one.subject}: {one.says} {one.found}
              </p>
            ))}
          </div>
        ))}
      </div>
    </Panel>
  )
}
