import { useState } from 'react'
import { replayJob, serviceHealth, type FailedJob } from '#contract/staff/health.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import css from '#web/operator/ledger/Books.module.css'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from '../text.ts'

/** The service's health: decisions, outside services, failures, and waiting work. */
export default function HealthPage() {
  const t = useText()
  const makes = useHolds('staff:health.make')
  const [replaying, setReplaying] = useState<FailedJob>()
  const query = useAsk(serviceHealth, {}, { everyMs: 5000, quiet: true })
  if (query.isError)
    return (
      <Empty
        icon="warn"
        title={t('parts.loadFailed')}
        text={query.error.says}
        action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
      />
    )
  if (!query.data) return <Skeleton height={260} radius={12} />
  const { decisions, database, providers, failed, queues } = query.data
  const ms = (value: number) => t('health.ms', { ms: value })
  return (
    <PageFrame>
      <Panel title={t('health.decisions')}>
        <div className={css.stats}>
          <Stat label={t('health.count')} value={decisions.count} />
          <Stat label={t('health.p50')} value={ms(decisions.p50Ms)} />
          <Stat label={t('health.p99')} value={ms(decisions.p99Ms)} />
          <Stat label={t('health.unanswered')} value={decisions.unanswered} />
          <Stat
            label={t('health.connections')}
            value={database.connections}
            note={`${t('health.waiting')} ${database.waiting}`}
          />
        </div>
      </Panel>
      <Panel title={t('health.providers')}>
        <div className={css.row}>
          {providers.map(({ name, waiting }) => (
            <span key={name} className={css.row}>
              <strong>{name}</strong>
              <StatusTag
                tone={waiting ? 'warn' : 'ok'}
                text={waiting ? t('health.stuck', { count: waiting }) : t('health.fine')}
              />
            </span>
          ))}
        </div>
      </Panel>
      <Panel title={t('health.failed')}>
        {failed.length === 0 ? (
          <Empty icon="check" title={t('health.noFailed')} />
        ) : (
          <Sheet
            rows={failed.map((job) => ({
              key: job.jobId,
              cells: [
                job.task,
                job.error,
                t('health.attempts', { attempts: job.attempts, max: job.maxAttempts }),
                job.dead ? t('health.dead') : t('health.next', { time: showTime(job.nextTime) }),
                makes && (
                  <Button size="s" icon="refresh" onClick={() => setReplaying(job)}>
                    {t('health.replay')}
                  </Button>
                ),
              ],
            }))}
          />
        )}
      </Panel>
      <Panel title={t('health.queues')}>
        {queues.length === 0 ? (
          <Empty icon="check" title={t('health.idle')} />
        ) : (
          <Sheet
            head={(['task', 'waiting', 'working', 'failing', 'oldest'] as const).map((name) => t(`health.${name}`))}
            rows={queues.map((one) => ({
              key: one.task,
              cells: [
                one.task,
                one.waiting,
                one.working,
                one.failing,
                one.oldestTime ? age(serverNow() - one.oldestTime) : '–',
              ],
            }))}
          />
        )}
      </Panel>
      {replaying && (
        <ReasonDialog
          call={replayJob}
          input={{ jobId: Number(replaying.jobId) }}
          title={`${t('health.replay')} · ${replaying.task}`}
          text={t('health.replayText')}
          submit={t('health.replay')}
          done={t('health.replayed')}
          refreshes={[serviceHealth]}
          onClose={() => setReplaying(undefined)}
        />
      )}
    </PageFrame>
  )
}
