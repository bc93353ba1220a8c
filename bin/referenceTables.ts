/** The tables of docs/reference/ that are generated from the code. The markers around each table name it. */
import { readFileSync } from 'node:fs'
import { approvalKinds, type ApprovalKindRow } from '#contract/staff/approvals.ts'
import { cardBlocks, cardMoves } from '#contract/cards/states.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { disputeMoves } from '#contract/disputes/disputes.ts'
import { forecastMoves } from '#contract/funding/forecasts.ts'
import { chartOfAccounts, ruleOf, type AccountCode } from '#contract/ledger/ledger.ts'
import { plain, show } from '#contract/core/money.ts'
import { availability, elements, pages, standings } from '#contract/core/permissions.ts'
import { systemRoles } from '#contract/roles/roles.ts'
import { staffKeys, staffRoles } from '#contract/core/staffRoles.ts'
import { composition } from '#server/modules.ts'

export const referenceTables = {
  metrics: () =>
    table(
      ['metric', 'kind', 'read by', 'what it says'],
      composition.metrics.flatMap((metric) =>
        Object.entries('read' in metric ? metric.help : { [metric.name]: metric.help }).map(([name, help]) => [
          tick(name),
          metric.type,
          'scope' in metric ? 'workers' : 'every process',
          help,
        ]),
      ),
    ),

  accounts: () =>
    table(
      ['code', 'account', 'raised by', 'one for each', 'balance', 'counts as'],
      (Object.keys(chartOfAccounts) as AccountCode[]).map((code) => {
        const { en, normal, of, mode, counts } = ruleOf(code)
        const balance = mode === 'ROW' ? 'kept, locked' : 'summed when asked'
        return [tick(code), en, normal === 'D' ? 'debit' : 'credit', of === 'one' ? '–' : of, balance, counts ?? '–']
      }),
    ),

  declines: () =>
    table(
      ['reason', 'answer to the network', 'weighs in the decline rate', 'what people read'],
      Object.entries(declineReasons).map(([reason, { iso, counted, words }]) => [
        tick(reason),
        tick(iso),
        yes(counted),
        words.en,
      ]),
    ),

  'card-moves': () =>
    table(
      ['move', 'open to a card that is shown as'],
      Object.entries(cardMoves).map(([move, from]) => [tick(move), from.map(tick).join(', ')]),
    ),

  'card-blocks': () =>
    table(
      ['block', 'bit', 'shown as'],
      Object.entries(cardBlocks).map(([block, { bit, name }]) => [tick(block), String(bit), name.en]),
    ),

  'dispute-moves': () =>
    table(
      ['move', 'open while the dispute is'],
      Object.entries(disputeMoves).map(([move, from]) => [tick(move), from.map(tick).join(', ')]),
    ),
  'forecast-moves': () =>
    table(
      ['move', 'open while the forecast is'],
      Object.entries(forecastMoves).map(([move, from]) => [tick(move), from.map(tick).join(', ')]),
    ),

  plans: () =>
    table(
      [
        'plan',
        'level',
        'a month',
        'sold',
        'opening fee',
        'load fee',
        'cards',
        'cards in a batch',
        'seats, free of them',
        'a further seat a month',
        'one load',
        'more commission',
      ],
      seeded('plan').map((plan) => [
        tick(plan['code']!),
        plan['level']!,
        show(Number(plan['price_month_cents'])),
        { NONE: 'given to everyone', SELF: 'in the console', CONTACT: 'by contract' }[plan['purchase_mode']!]!,
        dollars(plan['open_fee_cents']!),
        percent(plan['load_fee_bps']!),
        plan['max_cards']!,
        plan['batch_max']!,
        `${plan['max_seats']}, ${plan['free_seats']}`,
        dollars(plan['seat_price_cents']!),
        dollars(plan['per_load_max_cents']!),
        percent(plan['rebate_bonus_bps']!),
      ]),
    ),

  rails: () =>
    table(
      ['rail', 'paid in', 'minimum', 'fee', 'price valid for', 'order valid for', 'business accounts only'],
      seeded('rail_config').map((rail) => [
        tick(rail['rail']!),
        rail['pay_unit']!,
        plain(Number(rail['min_units'])),
        percent(rail['fee_bps']!),
        `${Number(rail['quote_for_s']) / 60} min`,
        Number(rail['valid_for_s']) > 86_400
          ? `${Number(rail['valid_for_s']) / 86_400} days`
          : `${Number(rail['valid_for_s']) / 60} min`,
        yes(rail['business'] === 'true'),
      ]),
    ),

  pages: () =>
    table(
      ['id', 'page', 'path', 'parent', 'parent with sub-accounts', 'sub-account', 'a role can give it'],
      Object.entries(pages)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([id, { name, path, sets, grant }]) => {
          const shown = sets as readonly string[]
          const by = ['parent', 'parentWithSubs', 'sub'].map((set) => yes(shown.includes(set)))
          return [tick(id), name.en, tick(path), ...by, grant === 'always' ? 'always given' : grant]
        }),
    ),

  keys: () =>
    table(
      ['key', 'allows', 'brings the page'],
      Object.entries(elements).map(([key, { name, page }]) => [tick(key), name.en, tick(pages[page].path)]),
    ),

  templates: () =>
    table(
      ['template', 'keys'],
      Object.values(systemRoles).map(({ name, keys }) => [name.en, keys.map(tick).join(', ')]),
    ),

  availability: () =>
    table(
      ['action', ...standings.map((standing) => tick(standing))],
      Object.entries(availability).map(([action, allowed]) => [
        tick(action),
        ...standings.map((standing) => yes(allowed[standing])),
      ]),
    ),

  'staff-roles': () =>
    table(
      ['role', 'name', 'keys'],
      Object.entries(staffRoles).map(([role, { name, keys }]) => [tick(role), name.en, keys.map(tick).join(', ')]),
    ),

  'staff-keys': () =>
    table(
      ['key', 'allows', 'held by'],
      Object.entries(staffKeys).map(([key, words]) => [
        tick(key),
        words.en,
        Object.entries(staffRoles)
          .filter(([, { keys }]) => (keys as readonly string[]).includes(key))
          .map(([role]) => tick(role))
          .join(', ') || '–',
      ]),
    ),

  approvals: () =>
    table(
      ['approval', 'what', 'asked for with', 'approved with', 'second approvers', 'waits', 'one person a day'],
      Object.entries(approvalKinds as Record<string, ApprovalKindRow>).map(([kind, row]) => [
        tick(kind),
        row.name.en,
        tick(row.make),
        tick(row.check),
        `${row.checkers ?? 1}${row.manyFromCents ? `, above ${show(row.manyFromCents, 'USD')}: ${row.many ?? 2}` : ''}`,
        `${row.hours ?? 24} h`,
        [row.perDay?.count, row.perDay?.cents && show(row.perDay.cents, 'USD')].filter(Boolean).join(', ') || '–',
      ]),
    ),
} satisfies Record<string, () => string[]>

const tick = (text: string): string => `\`${text}\``
const yes = (is: boolean): string => (is ? 'yes' : 'no')

/** Formats rows as a markdown table, in which bars can only be escaped this way. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  )

/** Returns the rows that every installation starts with, which staff may change later. */
function seeded(into: string): Record<string, string>[] {
  const sql = readFileSync(new URL('../db/migrations/0001_baseline.sql', import.meta.url), 'utf8')
  const [, columns, rows] = new RegExp(`INSERT INTO ${into} \\(([^)]+)\\) VALUES\\n([^;]+);`).exec(sql)!
  const names = columns!.split(',').map((name) => name.trim())
  return [...rows!.matchAll(/\((.+)\)/g)].map(([, row]) => {
    const values = row!.split(',').map((value) => value.trim().replace(/^'|'$/g, ''))
    return Object.fromEntries(names.map((name, at) => [name, values[at]!]))
  })
}

const dollars = (cents: string): string => (cents === 'NULL' ? 'list price' : show(Number(cents)))
const percent = (bps: string): string => `${Number(bps) / 100} %`

const MARKED = /<!-- table: ([a-z-]+) -->\n[^]*?<!-- \/table -->/g

/** Returns a page with its tables regenerated from the code. */
export const withTables = (page: string): string =>
  page.replace(MARKED, (_, name: string) => {
    const rows = referenceTables[name as keyof typeof referenceTables]
    if (!rows)
      throw new Error(`docs/reference asks for the table "${name}", which bin/referenceTables.ts does not make`)
    return `<!-- table: ${name} -->\n\n${rows().join('\n')}\n\n<!-- /table -->`
  })
