import { Link } from 'react-router'
import type { SubStatus } from '#contract/identity/identity.ts'
import { show } from '#contract/core/money.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import type { ShownSub } from '../changed.ts'
import { say } from '../text.ts'
import type { subaccounts } from '../text.cn.ts'
import css from '../Subaccounts.module.css'

const subTone = { NORMAL: 'ok', FROZEN: 'info', EXPIRED: 'warn' } as const satisfies Record<SubStatus, Tone>

const word = (key: keyof (typeof subaccounts)['column']) => () => say(`subaccounts.column.${key}`)

/** Ends soon but can still be renewed: the first day on which its parent is notified. */
const SOON_DAYS = 7

export const subColumns: readonly Column<ShownSub>[] = [
  {
    key: 'name',
    title: word('name'),
    phone: 'head',
    width: 190,
    cell: (sub) => (
      <Row as="span" align="baseline" className={css.name}>
        <Tip
          className={css.dot}
          data-on={sub.online === 1}
          role="img"
          aria-label={say(sub.online ? 'subaccounts.online' : 'subaccounts.offline')}
          text={`${say(sub.online ? 'subaccounts.online' : 'subaccounts.offline')} · ${say('subaccounts.column.seen')} ${showTime(sub.lastLoginTime)}`}
        />
        <Stack as="span" gap={1}>
          <strong>{sub.nickname}</strong>
          <Muted as="small">{[sub.mobile, sub.loginName].filter(Boolean).join(' · ')}</Muted>
          {sub.remark && <Muted as="small">{sub.remark}</Muted>}
        </Stack>
      </Row>
    ),
  },
  {
    key: 'status',
    title: word('status'),
    phone: 'head',
    cell: (sub) => <StatusTag tone={subTone[sub.status]} text={sub.statusText} />,
  },
  {
    key: 'role',
    title: word('role'),
    cell: (sub) => (
      <Stack as="span" gap={1}>
        {sub.roleName}
        {sub.extraKeys.length > 0 && (
          <Muted as="small">
            {say('subaccounts.extra', { names: sub.extraKeys.map(({ name }) => name).join(', ') })}
          </Muted>
        )}
      </Stack>
    ),
  },
  {
    key: 'until',
    title: word('until'),
    width: 140,
    cell: (sub) => (
      <Stack as="span" gap={1}>
        {showDay(sub.expireTime)}
        <small className={css.until} data-soon={sub.remainDays <= SOON_DAYS}>
          {sub.status === 'EXPIRED' ? say('subaccounts.ended') : say('subaccounts.days', { count: sub.remainDays })}{' '}
          {sub.free === 1 && <Tag>{say('subaccounts.free')}</Tag>}
        </small>
      </Stack>
    ),
  },
  { key: 'budget', title: word('budget'), width: 150, cell: (sub) => <Budget sub={sub} /> },
  {
    key: 'cards',
    title: word('cards'),
    align: 'right',
    cell: (sub) =>
      sub.cardCount ? <Link to={paths.ofSub(paths.subCardList, sub.subUid)}>{sub.cardCount}</Link> : sub.cardCount,
  },
  { key: 'balance', title: word('balance'), align: 'right', cell: (sub) => <Money cents={sub.cardBalance} /> },
  { key: 'month', title: word('month'), align: 'right', cell: (sub) => <Money cents={sub.monthSpend} /> },
]

function Budget({ sub: { budget } }: { sub: ShownSub }) {
  if (!budget) return <Muted>{say('subaccounts.noBudget')}</Muted>
  const share = budget.limit > 0 ? Math.min(1, budget.used / budget.limit) : 1
  const words = say('subaccounts.used', { used: show(budget.used), limit: show(budget.limit) })
  return (
    <Stack as="span" gap={1}>
      <span>{words}</span>
      <i className={css.bar} role="img" aria-label={words}>
        <b style={{ width: `${share * 100}%` }} data-full={share >= 0.9} />
      </i>
      <Muted as="small">{budget.periodText}</Muted>
    </Stack>
  )
}
