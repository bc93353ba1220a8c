import { replayJob, serviceHealth } from '#contract/staff/health.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from '../text.ts'
import { Retention } from './Retention.tsx'

/** The service's health: decisions, outside services, failures, and waiting work. */
export default function HealthPage() {
  const t = useText()
  const makes = useHolds('staff:health.make')
  const query = useAsk(serviceHealth, {}, { everyMs: 5000, quiet: true })
  const ms = (value: number) => t('health.ms', { ms: value })
  return (
    <Answered query={query}>
      {({ decisions, database, texts, providers, failed, queues }) => (
        <PageFrame>
          <Panel title={t('health.decisions')}>
            <Grid gap={5} min={160}>
              <Stat label={t('health.count')} value={decisions.count} />
              <Stat label={t('health.p50')} value={ms(decisions.p50Ms)} />
              <Stat label={t('health.p99')} value={ms(decisions.p99Ms)} />
              <Stat label={t('health.unanswered')} value={decisions.unanswered} />
              <Stat
                label={t('health.connections')}
                value={database.connections}
                note={`${t('health.waiting')} ${database.waiting}`}
              />
            </Grid>
          </Panel>
          <Panel title={t('health.providers')}>
            <Row gap={4}>
              {providers.map(({ name, waiting }) => (
                <Row key={name} as="span">
                  <strong>{name}</strong>
                  <StatusTag
                    tone={waiting ? 'warn' : 'ok'}
                    text={waiting ? t('health.stuck', { count: waiting }) : t('health.fine')}
                  />
                </Row>
              ))}
            </Row>
          </Panel>
          <Panel title={t('health.texts')}>
            <Grid gap={5} min={160}>
              <Stat label={t('health.delivered')} value={texts.delivered} />
              <Stat label={t('health.undelivered')} value={texts.failed} />
            </Grid>
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
                      <ReasonButton
                        call={replayJob}
                        input={{ jobId: Number(job.jobId) }}
                        size="s"
                        icon="refresh"
                        label={t('health.replay')}
                        about={job.task}
                        text={t('health.replayText')}
                        done={t('health.replayed')}
                        refreshes={[serviceHealth]}
                      />
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
          <Retention />
        </PageFrame>
      )}
    </Answered>
  )
}
