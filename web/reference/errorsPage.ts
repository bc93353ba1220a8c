/** Every refusal: its code, its HTTP status, what it means and what to do. */
import { readRefusals, type RefusalRow } from './data.ts'
import { fill, h, inline, type Page } from './dom.ts'
import { inLang, isKey, t } from './text.ts'

export const todoOf = (code: number): string => {
  const key = `todos.c${code}`
  return isKey(key) ? t(key) : ''
}

export const refusalRows = (rows: readonly RefusalRow[]): HTMLElement =>
  h(
    'ul',
    { class: 'refusals' },
    rows.map((row) =>
      h(
        'li',
        {},
        h('a', { href: `#/errors/${row.name}`, class: 'code' }, String(row.code)),
        h(
          'div',
          {},
          h('code', {}, row.name),
          h('p', {}, inLang(row)),
          h('p', { class: 'hint' }, inline(todoOf(row.code))),
        ),
      ),
    ),
  )

export async function errorsPage(name?: string): Promise<Page> {
  const { rows, everywhere } = await readRefusals()
  const sorted = [...rows].sort((a, b) => a.code - b.code)
  const body = h('tbody')
  const shows = (words: string): void =>
    fill(body, sorted.filter((row) => haystack(row).includes(words.trim().toLowerCase())).map(tableRow))
  const tableRow = (row: RefusalRow): HTMLElement =>
    h(
      'tr',
      { id: `error-${row.name}`, class: row.name === name && 'marked' },
      h('td', { class: 'code' }, row.code),
      h('td', {}, h('code', {}, row.name)),
      h('td', {}, row.status),
      h('td', {}, inLang(row)),
      h(
        'td',
        {},
        inline(todoOf(row.code)),
        h(
          'p',
          { class: 'hint' },
          inline(t(row.again ? 'reference.retryable' : 'reference.final')),
          everywhere.includes(row.name) && ` · ${t('reference.common')}`,
        ),
      ),
    )
  shows('')
  const titles = (['code', 'name', 'status', 'meaning', 'todo'] as const).map((key) => t(`reference.${key}`))
  return {
    title: t('reference.errors'),
    wide: true,
    body: [
      h(
        'article',
        {},
        h('h1', { tabindex: -1 }, t('reference.errors')),
        h('p', { class: 'lead' }, inline(t('reference.errorsLead'))),
        h(
          'label',
          { class: 'filter' },
          h('span', { class: 'said' }, t('reference.filterErrors')),
          h('input', {
            type: 'search',
            placeholder: t('reference.filterErrors'),
            oninput: (event: Event) => shows((event.target as HTMLInputElement).value),
          }),
        ),
        h(
          'div',
          { class: 'table', tabindex: 0, role: 'region', 'aria-label': t('reference.errors') },
          h(
            'table',
            {},
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                titles.map((title) => h('th', { scope: 'col' }, title)),
              ),
            ),
            body,
          ),
        ),
      ),
    ],
  }
}

const haystack = ({ code, name, cn, en }: RefusalRow): string => `${code} ${name} ${cn} ${en}`.toLowerCase()
