import { useMemo, useState } from 'react'
import { useNavigate, Link } from 'react-router'
import { showControls } from '#contract/controls/controls.ts'
import { subStatuses } from '#contract/identity/identity.ts'
import { roleOptions } from '#contract/roles/editing.ts'
import { addSub, listSubs, RENEWALS, renewSubs } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '#web/account/paths.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import type { ShownSub, Page } from '../changed.ts'
import { title, useText } from '../text.ts'
import { SubDialog, type Doing, type What } from './SubDialog.tsx'
import { subColumns } from './subColumns.tsx'

/** The sub-accounts of an account, with all actions of its holder. */
export function SubList() {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(addSub)
  const roles = useAsk(roleOptions, {}, { quiet: true }).data ?? []
  const listed = useList(listSubs, {
    filters: [
      { kind: 'text', name: 'keyword', label: t('subaccounts.filter.keyword') },
      { kind: 'choice', name: 'status', label: t('subaccounts.filter.status'), options: optionsOf(subStatuses) },
      { kind: 'choice', name: 'roleId', label: t('subaccounts.filter.role'), options: roles },
    ],
    everyMs: 10_000,
    live: ['account', 'cards', 'money'],
  })
  const [chosen, setChosen] = useState<ShownSub[]>([])
  const [doing, setDoing] = useState<Doing>()
  const columns = useMemo<readonly Column<ShownSub>[]>(
    () => [
      ...subColumns,
      column(
        'actions',
        title('parts.actions'),
        (sub) => <SubMenu sub={sub} onDo={(what) => setDoing({ what, subs: [sub] })} />,
        { width: 72, phone: 'head' },
      ),
    ],
    [],
  )
  const seats = listed.answer?.summary.seats
  const without = seats?.max === 0
  const add = without ? (
    <Button look="primary" onClick={() => void navigate(paths.shop)}>
      {t('subaccounts.toPlans')}
    </Button>
  ) : (
    <Button look="primary" icon="plus" guardMs={0} disabled={may.reason} onClick={() => setDoing({ what: 'add' })}>
      {t('subaccounts.add')}
    </Button>
  )
  return (
    <PageFrame>
      <SeatSummary summary={listed.answer?.summary} />
      <QueryList
        label={t('subaccounts.list')}
        of={listed}
        columns={columns}
        rowKey={(sub) => sub.subUid}
        onOpen={(sub) => setDoing({ what: 'edit', subs: [sub] })}
        selection={{
          keys: chosen.map(({ subUid }) => subUid),
          onChange: (_keys, rows) => setChosen(rows),
          bar: (
            <Button
              size="s"
              icon="refresh"
              guardMs={0}
              disabled={
                may.reason ?? (chosen.length > RENEWALS ? t('subaccounts.renewMost', { max: RENEWALS }) : undefined)
              }
              onClick={() => setDoing({ what: 'renew', subs: chosen })}
            >
              {t('subaccounts.renewMany')}
            </Button>
          ),
        }}
        empty={{
          icon: 'people',
          title: t(without ? 'subaccounts.excluded' : 'subaccounts.none'),
          text: t(without ? 'subaccounts.excludedText' : 'subaccounts.noneText'),
          action: add,
        }}
        toolbar={seats && seats.used > 0 ? add : undefined}
      />
      {doing && <SubDialog doing={doing} onClose={() => setDoing(undefined)} onDone={() => setChosen([])} />}
    </PageFrame>
  )
}

/** The number of seats, the price of the next one, and waiting requests. */
function SeatSummary({ summary }: { summary: Page['summary'] | undefined }) {
  const t = useText()
  const seats = summary?.seats
  return (
    <Panel>
      <Grid gap={5} min={130} aria-busy={!seats}>
        <Stat
          label={t('subaccounts.seats.used')}
          value={seats ? t('subaccounts.seats.usedOf', seats) : '–'}
          note={
            seats &&
            (seats.max === 0 ? (
              <Link to={paths.shop}>{t('subaccounts.toPlans')}</Link>
            ) : (
              t('subaccounts.seats.free', { free: Math.min(seats.free, seats.used - seats.paid), paid: seats.paid })
            ))
          }
        />
        <Stat
          label={t('subaccounts.seats.price')}
          value={summary && seats?.max ? t('subaccounts.seats.priceOf', { price: show(summary.seatPriceMonth) }) : '–'}
          note={t('subaccounts.seats.priceNote')}
        />
        <Stat label={t('subaccounts.seats.online')} value={seats?.online ?? '–'} />
        <Stat
          label={t('subaccounts.seats.expired')}
          value={seats?.expired ?? '–'}
          note={t('subaccounts.seats.expiredNote')}
        />
        <Stat
          label={t('subaccounts.seats.asks')}
          value={seats?.asks ?? '–'}
          note={seats?.asks ? <Link to="?tab=asks">{t('subaccounts.seats.asksSee')}</Link> : undefined}
        />
      </Grid>
    </Panel>
  )
}

/** The actions for this row's sub-account. A click on them does not open the row. */
function SubMenu({ sub, onDo }: { sub: ShownSub; onDo: (what: What) => void }) {
  const t = useText()
  const navigate = useNavigate()
  const renewing = useMay(renewSubs)
  const mayControl = useMay(showControls).shown
  const frozen = sub.status === 'FROZEN'
  const item = (key: What, icon: IconName) => ({
    key,
    icon,
    label: t(`subaccounts.act.${key}`),
    onSelect: () => onDo(key),
  })
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        label={t('subaccounts.actions', { name: sub.nickname })}
        trigger={<Icon name="more" />}
        items={[
          item('edit', 'person'),
          { ...item('renew', 'refresh'), disabled: renewing.reason },
          item('cards', 'cards'),
          ...(mayControl ? [item('controls', 'shield')] : []),
          {
            key: 'record',
            label: t('subaccounts.act.record'),
            icon: 'trades',
            onSelect: () => void navigate(paths.ofSub(paths.subCardRecord, sub.subUid)),
          },
          item('password', 'eye'),
          frozen
            ? { ...item('freeze', 'snow'), label: t('subaccounts.act.unfreeze') }
            : { ...item('freeze', 'snow'), tone: 'bad' },
        ]}
      />
    </span>
  )
}
