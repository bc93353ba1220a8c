import { Link } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { staffKeys } from '#contract/core/staffRoles.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useSelf } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import css from './Home.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { useText } from '#web/operator/text.ts'

const LIVE_MS = 15_000

/** The user's waiting work: one card per queue, with overdue queues highlighted. */
export default function HomePage() {
  const t = useText()
  const self = useSelf()
  const queues = useAsk(staffQueues, {}, { everyMs: LIVE_MS })
  return (
    <PageFrame>
      <h2 className={css.hello}>{t('desk.hello', { name: self?.name ?? '' })}</h2>
      <div className={css.queues} aria-busy={queues.isPending}>
        {queues.isPending && <Skeleton height={132} radius={12} />}
        {queues.isError && (
          <Empty
            icon="warn"
            title={t('parts.loadFailed')}
            text={queues.error.says}
            action={<Button onClick={() => void queues.refetch()}>{t('parts.again')}</Button>}
          />
        )}
        {queues.data?.list.map(({ queue, name, count, oldestTime, slaMs, path }) => {
          const waited = oldestTime === null ? 0 : serverNow() - oldestTime
          const limit = age(slaMs)
          return (
            <Link key={queue} to={path} className={css.queue} data-late={waited > slaMs}>
              <span className={css.name}>
                {name}
                <Icon name="right" size={16} />
              </span>
              <strong className={css.count}>{count}</strong>
              {count === 0 ? (
                <span className={css.note}>{t('desk.nothing')}</span>
              ) : (
                <span className={css.note}>
                  {t('desk.oldest')} {age(waited)}{' '}
                  <Tag tone={waited > slaMs ? 'bad' : 'ok'} dot>
                    {waited > slaMs ? t('desk.late', { limit }) : t('desk.within', { limit })}
                  </Tag>
                </span>
              )}
            </Link>
          )
        })}
      </div>
      {queues.data?.list.length === 0 && <Empty title={t('desk.noQueues')} text={t('desk.noQueuesText')} />}
      <Panel title={t('desk.roles')}>
        <p className={css.tags}>
          {self?.roles.map(({ role, name }) => (
            <Tag key={role} tone="brand">
              {name}
            </Tag>
          ))}
        </p>
        <h3 className={css.may}>{t('desk.may')}</h3>
        <p className={css.tags}>
          {self?.keys.map((key) => (
            <Tag key={key}>{staffKeys[key][langNow()]}</Tag>
          ))}
        </p>
      </Panel>
    </PageFrame>
  )
}
