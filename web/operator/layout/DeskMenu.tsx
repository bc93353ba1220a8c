import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import type { DeskPage } from '../routes.ts'
import { useText } from '../text.ts'
import type { desk } from '../text.cn.ts'
import { paths } from '../paths.ts'
import css from './Shell.module.css'

const QUEUES_MS = 30_000

/** The pages that the user's roles open, each with the number of waiting items. */
export function DeskMenu({ pages, current }: { pages: readonly DeskPage[]; current: string | undefined }) {
  const t = useText()
  const queues = useAsk(staffQueues, {}, { everyMs: QUEUES_MS, quiet: true })
  const nav = useRef<HTMLElement>(null)
  // Scrolls a long menu to the current page.
  useEffect(() => {
    // In braces: newer browsers return a promise, which would be taken for the effect's clean-up.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const waiting = (path: string): number =>
    (queues.data?.list ?? []).filter((queue) => queue.path === path).reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Row gap={3} className={css.head}>
        <Wordmark />
        <span className={css.badge}>{t('desk.name')}</span>
      </Row>
      <nav ref={nav} className={css.menu} aria-label={t('desk.menu')}>
        {inGroups(pages).map((group) => (
          <Stack key={group.title ?? ''} gap={1}>
            {group.title && <span className={css.groupTitle}>{t(`desk.groups.${group.title}`)}</span>}
            {group.pages.map(({ path, title, icon }) => {
              const count = waiting(path)
              return (
                <Link key={path} to={path} className={css.item} aria-current={path === current ? 'page' : undefined}>
                  <Icon name={icon} />
                  {t(`desk.${title}`)}
                  {count > 0 && <span className={css.count}>{count}</span>}
                </Link>
              )
            })}
          </Stack>
        ))}
      </nav>
    </>
  )
}

/** The menu in groups, as work is divided; an unlisted page goes to the general group. */
type Group = { title: keyof (typeof desk)['groups'] | undefined; pages: readonly DeskPage[] }

const groups: readonly (readonly [Group['title'], readonly string[]])[] = [
  [undefined, [paths.home, paths.alarms, paths.approvals]],
  ['customers', [paths.accounts, paths.identity, paths.stuck]],
  ['risk', [paths.risk, paths.rules, paths.riskLists, paths.disputes]],
  [
    'money',
    [
      paths.forecasts,
      paths.statements,
      paths.topUps,
      paths.suspense,
      paths.events,
      paths.refunds,
      paths.payouts,
      paths.leaving,
      paths.rails,
      paths.treasury,
      paths.programs,
      paths.recon,
      paths.books,
    ],
  ],
  ['products', [paths.ranges, paths.plans, paths.coupons, paths.brands, paths.rights]],
  ['content', [paths.notices, paths.contact, paths.agreements]],
]

function inGroups(pages: readonly DeskPage[]): Group[] {
  const grouped = new Set(groups.flatMap(([, members]) => members))
  const all: Group[] = groups.map(([title, members]) => ({
    title,
    pages: members.flatMap((path) => pages.find((page) => page.path === path) ?? []),
  }))
  all.push({ title: 'house', pages: pages.filter(({ path }) => !grouped.has(path)) })
  return all.filter((group) => group.pages.length > 0)
}
