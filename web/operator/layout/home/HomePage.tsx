import { Link } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { staffKeys, staffRoles } from '#contract/core/staffRoles.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds, useSelf } from '#web/operator/desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '#web/operator/parts/PageHead.tsx'
import { age } from '#web/operator/parts/age.ts'
import { House } from './House.tsx'
import css from './Home.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { useText } from '#web/operator/text.ts'

const LIVE_MS = 15_000

/** The user's waiting work: one card per queue, with overdue queues highlighted; below it the service at a glance for those who may see it. */
export default function HomePage() {
  const t = useText()
  const self = useSelf()
  const house = useHolds('staff:health.view')
  const queues = useAsk(staffQueues, {}, { everyMs: LIVE_MS })
  return (
    <PageFrame>
      <PageHead title={t('desk.hello', { name: self?.name ?? '' })} />
      <Answered query={queues}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title={t('desk.noQueues')} text={t('desk.noQueuesText')} />
          ) : (
            <Grid min={260}>
              {list.map(({ queue, name, count, oldestTime, slaMs, path }) => {
                const waited = oldestTime === null ? 0 : serverNow() - oldestTime
                const limit = age(slaMs)
                return (
                  <Link key={queue} to={path} className={css.queue} data-late={waited > slaMs}>
                    <Row as="span" between>
                      {name}
                      <Icon name="right" size={16} />
                    </Row>
                    <strong className={css.count}>{count}</strong>
                    {count === 0 ? (
                      <Muted>{t('desk.nothing')}</Muted>
                    ) : (
                      <Muted>
                        {t('desk.oldest')} {age(waited)}{' '}
                        <Tag tone={waited > slaMs ? 'bad' : 'ok'} dot>
                          {waited > slaMs ? t('desk.late', { limit }) : t('desk.within', { limit })}
                        </Tag>
                      </Muted>
                    )}
                  </Link>
                )
              })}
            </Grid>
          )
        }
      </Answered>
      {house && <House />}
      <Panel title={t('desk.roles')}>
        <Stack gap={4}>
          <Row>
            {self?.roles.map(({ role }) => (
              <Tag key={role} tone="brand">
                {staffRoles[role].name[langNow()]}
              </Tag>
            ))}
          </Row>
          <details className={css.keys}>
            <summary>{t('desk.may')}</summary>
            <Row>
              {self?.keys.map((key) => (
                <Tag key={key}>{staffKeys[key][langNow()]}</Tag>
              ))}
            </Row>
          </details>
        </Stack>
      </Panel>
    </PageFrame>
  )
}
