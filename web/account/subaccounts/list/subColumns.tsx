import { Link } from 'react-router'
import type { SubStatus } from '#contract/identity/identity.ts'
import { show } from '#contract/core/money.ts'
import { column, moneyColumn, statusColumn, type Column } from '#web/parts/lists/columns.tsx'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import type { ShownSub } from '../changed.ts'
import { say, title } from '../text.ts'
import css from '../Subaccounts.module.css'

const subTone = { NORMAL: 'ok', FROZEN: 'info', EXPIRED: 'warn' } as const satisfies Record<SubStatus, Tone>

/** Ends soon but can still be renewed: the first day on which its parent is notified. */
const SOON_DAYS = 7

export const subColumns: readonly Column<ShownSub>[] = [
  column(
    'name',
    title('subaccounts.column.name'),
    (sub) => (
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
    { phone: 'head', width: 180 },
  ),
  statusColumn('status', title('subaccounts.column.status'), subTone, { phone: 'head', width: 112 }),
  column(
    'role',
    title('subaccounts.column.role'),
    (sub) => (
      <Stack as="span" gap={1}>
        {sub.roleName}
        {sub.extraKeys.length > 0 && (
          <Muted as="small">
            {say('subaccounts.extra', { names: sub.extraKeys.map(({ name }) => name).join(', ') })}
          </Muted>
        )}
      </Stack>
    ),
    { width: 140 },
  ),
  column(
    'until',
    title('subaccounts.column.until'),
    (sub) => (
      <Stack as="span" gap={1}>
        {showDay(sub.expireTime)}
        <small className={css.until} data-soon={sub.remainDays <= SOON_DAYS}>
          {sub.status === 'EXPIRED' ? say('subaccounts.ended') : say('subaccounts.days', { count: sub.remainDays })}{' '}
          {sub.free === 1 && <Tag>{say('subaccounts.free')}</Tag>}
        </small>
      </Stack>
    ),
    { width: 140 },
  ),
  column('budget', title('subaccounts.column.budget'), (sub) => <Budget sub={sub} />, { width: 150 }),
  column(
    'cards',
    title('subaccounts.column.cards'),
    (sub) =>
      sub.cardCount ? <Link to={paths.ofSub(paths.subCardList, sub.subUid)}>{sub.cardCount}</Link> : sub.cardCount,
    { align: 'right', width: 80 },
  ),
  moneyColumn('cardBalance', title('subaccounts.column.balance'), { key: 'balance', width: 110 }),
  moneyColumn('monthSpend', title('subaccounts.column.month'), { key: 'month', width: 124 }),
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
