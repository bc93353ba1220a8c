import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Input as CallInput } from '#contract/core/call.ts'
import { listCases, type CaseRow } from '#contract/identity/desk/cases.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { caseTone } from './caseTones.ts'
import css from './Identity.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say, useText } from '../text.ts'

const LIVE_MS = 15_000
const names: string[] = []

const isOpen = ({ status }: CaseRow): boolean => status === 'PENDING' || status === 'REVIEWING'

const columns: readonly Column<CaseRow>[] = [
  {
    key: 'account',
    title: () => say('verification.account'),
    phone: 'head',
    cell: (row) => (
      <>
        {row.nickname} <span className={css.no}>{row.userNo}</span>
      </>
    ),
  },
  {
    key: 'type',
    title: () => say('verification.type'),
    cell: (row) => <Tag tone={row.type === 'BUSINESS' ? 'brand' : 'quiet'}>{row.typeText}</Tag>,
  },
  {
    key: 'status',
    title: () => say('verification.status'),
    cell: (row) => <StatusTag tone={caseTone[row.status]} text={row.statusText} />,
  },
  {
    key: 'taker',
    title: () => say('verification.taker'),
    cell: (row) =>
      row.mine
        ? say('verification.me')
        : (row.taker ?? <span className={css.no}>{isOpen(row) ? say('verification.nobody') : '–'}</span>),
  },
  {
    key: 'sent',
    title: () => say('verification.sent'),
    cell: (row) => (
      <>
        {showTime(row.sentTime)}
        {isOpen(row) && <span className={css.no}> · {age(serverNow() - row.sentTime)}</span>}
      </>
    ),
  },
]

/** Verification cases: the longest waiting first. */
export default function CasesPage() {
  const t = useText()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'all' ? 'all' : 'open'
  const keyword = params.get('q') ?? ''
  const [typed, setTyped] = useState(keyword)
  const list = useListState(names)
  const input = { ...list.asked, ...(scope === 'open' && { open: '1' }), ...(keyword && { keyword }) }
  const query = useAsk(listCases, input as CallInput<typeof listCases>, { everyMs: LIVE_MS })
  const put = (next: { scope?: string; q?: string }) => {
    const all = { scope, q: keyword, ...next }
    setParams({ ...(all.scope === 'all' && { scope: 'all' }), ...(all.q && { q: all.q }) })
  }
  return (
    <PageFrame>
      <div className={css.bar}>
        <Segmented
          label={t('verification.list')}
          value={scope}
          options={(['open', 'all'] as const).map((value) => ({ value, label: t(`verification.scope.${value}`) }))}
          onChange={(value) => put({ scope: value })}
        />
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            put({ q: typed.trim() })
          }}
        >
          <Input
            value={typed}
            onChange={setTyped}
            placeholder={t('verification.keyword')}
            aria-label={t('verification.keyword')}
          />
        </form>
      </div>
      <QueryTable
        label={t('verification.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        onOpen={({ orderNo }) => void navigate(paths.identityCase(orderNo))}
        empty={<Empty icon="check" title={t('verification.empty')} text={t('verification.emptyText')} />}
      />
    </PageFrame>
  )
}
