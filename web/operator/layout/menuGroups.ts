/** The menu in groups, as work is divided; a page that stands in none comes with the house. */
import type { desk } from '../text.cn.ts'
import { paths } from '../paths.ts'
import type { DeskPage } from '../routes.ts'

type Group = { title: keyof (typeof desk)['groups'] | undefined; pages: readonly DeskPage[] }

const groups: readonly (readonly [Group['title'], readonly string[]])[] = [
  [undefined, [paths.home, paths.alarms, paths.approvals]],
  ['customers', [paths.accounts, paths.identity, paths.stuck]],
  ['risk', [paths.risk, paths.rules, paths.riskLists]],
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
      paths.recon,
      paths.books,
    ],
  ],
  ['products', [paths.ranges, paths.plans, paths.coupons, paths.rights]],
  ['content', [paths.notices, paths.contact, paths.agreements]],
]

export function inGroups(pages: readonly DeskPage[]): Group[] {
  const grouped = new Set(groups.flatMap(([, members]) => members))
  const all: Group[] = groups.map(([title, members]) => ({
    title,
    pages: members.flatMap((path) => pages.find((page) => page.path === path) ?? []),
  }))
  all.push({ title: 'house', pages: pages.filter(({ path }) => !grouped.has(path)) })
  return all.filter((group) => group.pages.length > 0)
}
