import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useMatch, useNavigate, useSearchParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { cardRanges, listCards, listCardsOfSubs, openCard } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import { controlsInForce } from '#contract/controls/overview.ts'
import { shownStatuses } from '#contract/cards/states.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/columns.tsx'
import { optionsFrom, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import type { ListState } from '#web/parts/lists/useListState.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import type { Option } from '#web/ui/forms/Input.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '#web/account/menu.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { useToExport } from '#web/account/useToExport.ts'
import { paths } from '#web/account/paths.ts'
import { Views } from '#web/account/views/Views.tsx'
import { withText } from '#web/text.ts'
import { Muted, Row } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { useGroups, useTags } from '../tags/labels.ts'
import { useCardNavigation, type Chosen } from '../cardNavigation.ts'
import { statusWord, statusTone } from '../cardTones.ts'
import { useText } from '../text.ts'
import { cardColumns } from './cardColumns.tsx'
import css from '../Cards.module.css'

const SelectionBar = lazy(withText(() => import('./SelectionBar.tsx')))
const ScopeDialog = lazy(withText(() => import('../controls/ScopeDialog.tsx')))

const PHONE = '(width <= 600px)'

/** Every filter of the call, under the names used in the contract and the address. */
function useFilters(whose: Filter | undefined) {
  const t = useText()
  const ranges = useAsk(cardRanges, {}, { quiet: true }).data ?? []
  const groups = useGroups().data?.data
  const tags = useTags().data?.data
  const mayControl = useMay(showControls)
  const controls = useSameControls()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const choice = (name: string, label: string, options: readonly Option[]) =>
    ({ kind: 'choice', name, label, options }) as const
  return [
    whose,
    controls && choice('controlNo', t('cards.filter.controls'), controls),
    { kind: 'text', name: 'lastFour', label: t('cards.filter.lastFour'), inputMode: 'numeric' },
    choice('status', t('cards.filter.status'), optionsFrom(shownStatuses, statusWord)),
    groups &&
      choice('gid', t('cards.filter.group'), [
        { value: '0', label: t('cards.label.ungrouped') },
        ...groups.map(({ gid, name }) => ({ value: gid, label: name })),
      ]),
    tags?.length &&
      choice(
        'tagId',
        t('cards.filter.tag'),
        tags.map(({ tagId, name }) => ({ value: tagId, label: name })),
      ),
    mayControl.shown &&
      choice('lock', t('cards.filter.lock'), [
        { value: '1', label: t('cards.lock.with') },
        { value: '0', label: t('cards.lock.without') },
      ]),
    { kind: 'text', name: 'holder', label: t('cards.filter.holder') },
    { kind: 'text', name: 'cardSeqNo', label: t('cards.filter.cardSeqNo') },
    choice(
      'vid',
      t('cards.filter.range'),
      ranges.map(({ vid, name, network }) => ({ value: vid, label: `${name} · ${network}` })),
    ),
    { kind: 'text', name: 'segment', label: t('cards.filter.segment'), inputMode: 'numeric' },
    { kind: 'money', name: ['minBalance', 'maxBalance'], label: t('cards.filter.balance') },
    { kind: 'days', name: ['openStart', 'openEnd'], label: t('cards.filter.openDate') },
    withSubs &&
      !whose &&
      choice('scope', t('cards.filter.scope'), [{ value: 'all', label: t('cards.filter.scopeAll') }]),
  ] satisfies (Filter | false | undefined | 0)[]
}

/** Links from the page of all controls lead to the cards that have one document. Known at once: a filter that comes later would move the others. */
function useSameControls(): Option[] | undefined {
  const t = useText()
  const asked = Number(useSearchParams()[0].get('controlNo') ?? 0)
  const { shown } = useMay(controlsInForce)
  const { data } = useAsk(controlsInForce, {}, { quiet: true, enabled: shown && asked > 0 })
  if (!asked) return undefined
  const count = data?.documents.find(({ controlNo }) => controlNo === asked)?.cardCount
  return [{ value: String(asked), label: count ? t('cards.filter.sameControls', { count }) : '…' }]
}

export default function CardListPage() {
  return <CardsOf />
}

/** The account's own cards, or its sub-accounts': the same list with an owner column. */
export function CardsOf({ subs }: { subs?: { whose: Filter; columns: readonly Column<Card>[] } }) {
  const t = useText()
  const navigate = useNavigate()
  const { toCard, toPage, toPass } = useCardNavigation()
  const reachable = useReachable()
  const toExport = useToExport('card:export', paths.cardList)
  const listed = useList(subs ? listCardsOfSubs : listCards, {
    filters: useFilters(subs?.whose),
    // The address may contain a filter before its options have loaded.
    also: ['gid', 'tagId', 'controlNo', 'scope', 'subUid'],
    everyMs: 5_000,
    live: ['cards', 'money'],
  })
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [controlling, setControlling] = useState(false)
  const { subAccount } = useSession()
  // Known at once: a button that comes later would move the list.
  const mayControl = !subAccount && !subs
  // The selection has become a batch: it is cleared to prevent a second action on the same cards.
  const begun = useMatch(paths.batch(':batchNo')) !== null
  useEffect(() => {
    if (begun) setChosen([])
  }, [begun])
  // Current data for cards on this page; for selected cards of other pages, as last seen.
  const now = chosen.map((card) => listed.answer?.data.find(({ cardId }) => cardId === card.cardId) ?? card)
  const mayOpen = useMay(openCard)
  const open = !subs && mayOpen.shown && reachable(paths.cardOpen) && (
    <Button look="primary" icon="plus" disabled={mayOpen.reason} onClick={() => void navigate(paths.cardOpen)}>
      {t('cards.open.go')}
    </Button>
  )

  return (
    <PageFrame>
      <QueryList
        label={t('cards.list')}
        of={listed}
        onExport={subs ? undefined : toExport}
        lead={<CardsSummary summary={listed.answer?.summary} list={listed.list} />}
        above={<Views list="cards" />}
        columns={subs?.columns ?? cardColumns}
        rowKey={(card) => card.cardId}
        // A drawer would cover all of a phone: there it is the page.
        onOpen={(card) => (matchMedia(PHONE).matches ? toPage : toCard)(card.cardId)}
        selection={{
          keys: chosen.map(({ cardId }) => cardId),
          onChange: (_keys, rows) => setChosen(rows.map(chosenOf)),
          bar: (
            <Suspense fallback={null}>
              <SelectionBar chosen={now} />
            </Suspense>
          ),
        }}
        empty={{ icon: 'cards', title: t('cards.none'), text: t('cards.noneText'), action: open }}
        toolbar={
          <>
            {mayControl && (
              <Button
                look="quiet"
                icon="shield"
                guardMs={0}
                className={css.terse!}
                onClick={() => setControlling(true)}
              >
                {t('cards.accountControls')}
              </Button>
            )}
            {/* On a phone the toolbar has no room for it: there the search and the selection ask. */}
            <Button look="quiet" icon="check" guardMs={0} className={css.wide!} onClick={() => toPass([])}>
              {t('cards.batch.pass')}
            </Button>
            {!subs && (
              <Button look="quiet" icon="log" className={css.terse!} onClick={() => void navigate(paths.batches)}>
                {t('cards.batch.tasks')}
              </Button>
            )}
            {open}
          </>
        }
        live
      />
      {controlling && (
        <Suspense fallback={null}>
          <ScopeDialog scope="ACCOUNT" onClose={() => setControlling(false)} />
        </Suspense>
      )}
      <Outlet />
    </PageFrame>
  )
}

const chosenOf = ({
  cardId,
  lastFour,
  segment,
  status,
  blocks,
  available,
  pending,
  gid,
  tags,
  subUid,
}: Chosen): Chosen => ({ cardId, lastFour, segment, status, blocks, available, pending, gid, tags, subUid })

/** The cards' total balance and counts per status: each count is a filter. */
function CardsSummary({
  summary,
  list,
}: {
  summary: Output<typeof listCards>['summary'] | undefined
  list: ListState
}) {
  const t = useText()
  const count = summary?.count ?? {}
  const choose = (status: string) =>
    list.setFilters({ ...list.filters, status: list.filters.status === status ? '' : status })
  return (
    <Row between gap={3} className={css.summary}>
      <Row as="span">
        <Muted>{t('cards.sumBalance')}</Muted> <Money cents={summary?.balance} size="l" />
      </Row>
      <Row as="span">
        {shownStatuses
          .filter((status) => count[status])
          .map((status) => (
            <button
              key={status}
              type="button"
              className={css.state}
              aria-pressed={list.filters.status === status}
              onClick={() => choose(status)}
            >
              <i className={css.dot} data-tone={statusTone[status]} />
              {statusWord(status)} <b>{count[status]}</b>
            </button>
          ))}
      </Row>
    </Row>
  )
}
