import { useRef } from 'react'
import { threeDPool } from '#contract/threeD/threeD.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CodeRow } from './CodeRow.tsx'
import { isOpen } from './codeState.ts'
import { useCopyKey } from './useCopyKey.ts'
import { say, useText } from './text.ts'
import css from './ThreeD.module.css'

const filters = (): Filter[] => [
  { kind: 'text', name: 'lastFour', label: say('threeD.lastFour'), inputMode: 'numeric' },
  { kind: 'text', name: 'merchant', label: say('threeD.merchant') },
]
const names = ['lastFour', 'merchant']
/** An hour of one account is seldom more; what is beyond is asked for by the filters. */
const SHOWN = 100
const EVERY_MS = 5_000

/** Codes of the last hour as they come: the newest that is open is one key away. */
export default function ThreeDPage() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(threeDPool, { ...list.filters, pageNo: 1, pageSize: SHOWN }, { everyMs: EVERY_MS })
  const rows = useRef<HTMLOListElement>(null)
  const codes = query.data?.list ?? []
  const now = query.data?.serverTime ?? 0
  // What the two clocks differ by: a countdown goes by the server's.
  const next = codes.find((code) => isOpen(code, now))
  useCopyKey(rows, next?.code)
  const filtered = namesOf(filters()).some((name) => list.filters[name])

  return (
    <PageFrame>
      <FilterPanel filters={filters()} list={list} />
      <Panel
        flush
        title={t('threeD.list')}
        extra={
          <span className={css.hint}>
            <i className={css.live} data-off={query.isError} />
            {query.isError ? t('threeD.away') : t('threeD.live')}
            <span className={css.keys}>
              <KeyHint keys="C" /> {t('threeD.keyCopy')} <KeyHint keys="↑" /> <KeyHint keys="↓" /> {t('threeD.keyMove')}
            </span>
          </span>
        }
      >
        <p className={css.spoken} role="status">
          {next ? t('threeD.newest', { merchant: next.merchantName, lastFour: next.lastFour }) : ''}
        </p>
        {query.isPending && (
          <div className={css.wait}>
            <Skeleton height={64} radius={10} />
            <Skeleton height={64} radius={10} />
          </div>
        )}
        {query.isError && !query.data && (
          <Empty
            icon="warn"
            title={t('parts.loadFailed')}
            text={query.error.says}
            action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
          />
        )}
        {query.data && codes.length === 0 && (
          <Empty
            icon="shield"
            title={filtered ? t('threeD.noneFound') : t('threeD.none')}
            text={filtered ? t('threeD.noneFoundText') : t('threeD.noneText')}
          />
        )}
        {codes.length > 0 && (
          <ol ref={rows} className={css.rows} aria-label={t('threeD.list')}>
            {codes.map((code) => (
              <CodeRow key={code.id} code={code} now={now} next={code.id === next?.id} />
            ))}
          </ol>
        )}
        {codes.length > 0 && <p className={css.foot}>{t('threeD.foot')}</p>}
        {(query.data?.total ?? 0) > codes.length && (
          <p className={css.foot}>{t('threeD.more', { count: (query.data?.total ?? 0) - codes.length })}</p>
        )}
      </Panel>
    </PageFrame>
  )
}
