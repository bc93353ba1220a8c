import { useSearchParams } from 'react-router'
import { eventGroups, type EventGroup } from '#contract/notices/eventGroups.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Bar, Muted } from '#web/ui/layout.tsx'
import { NoticeList } from './NoticeList.tsx'
import { LISTED, useInbox } from './useInbox.ts'
import { useText } from './text.ts'
import css from './Mine.module.css'

const isKind = (text: string | null): text is EventGroup => text !== null && Object.hasOwn(eventGroups, text)

/** All personal notices, by kind. The kind is in the address. */
export default function NoticesPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('kind')
  const kind = isKind(wanted) ? wanted : undefined
  const { query, notices, readAll, isMarking } = useInbox(kind)
  return (
    <PageFrame>
      <Panel label={t('inbox.title')} flush>
        <Bar className={css.bar}>
          <Segmented
            label={t('inbox.kind')}
            value={kind ?? ''}
            options={[{ value: '', label: t('inbox.every') }, ...optionsOf(eventGroups)]}
            onChange={(next) => setSearch(next ? { kind: next } : {}, { replace: true })}
          />
          <Button icon="check" disabled={!readAll} loading={isMarking} onClick={() => readAll?.()}>
            {t('inbox.readAll')}
          </Button>
        </Bar>
        <div className={css.page}>
          <Answered query={query}>
            {({ list }) =>
              notices?.length ? (
                <>
                  <NoticeList notices={notices} heading="h2" />
                  {list.length === LISTED && <Muted as="p">{t('inbox.latest', { count: LISTED })}</Muted>}
                </>
              ) : (
                <Empty
                  icon="bell"
                  title={t(kind ? 'inbox.noneOfKind' : 'inbox.none')}
                  text={kind ? undefined : t('inbox.noneText')}
                />
              )
            }
          </Answered>
        </div>
      </Panel>
    </PageFrame>
  )
}
