/** Every refusal: its code, its HTTP status, what it means and what to do. */
import { readRefusals } from './data.ts'
import type { RefusalRow } from './described.ts'
import { fill, h, inline, type Page } from './dom.ts'
import { inLang, isKey, t } from './text.ts'

/** By name where a code has several reasons, otherwise by code. */
function todoOf({ name, code }: RefusalRow): string {
  const key = [`todos.${name}`, `todos.c${code}`].find(isKey)
  return key ? t(key) : ''
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
          h('code', { lang: 'en' }, row.name),
          h('p', {}, inLang(row)),
          h('p', { class: 'hint' }, inline(todoOf(row))),
        ),
      ),
    ),
  )

/** A phone shows rows as paragraphs, and they stay rows of a table for screen readers. */
const CELL = { role: 'cell' }

export async function errorsPage(name?: string): Promise<Page> {
  const { rows, everywhere } = await readRefusals()
  const sorted = [...rows].sort((a, b) => a.code - b.code)
  const body = h('tbody', { role: 'rowgroup' })
  const shows = (words: string): void =>
    fill(body, sorted.filter((row) => haystack(row).includes(words.trim().toLowerCase())).map(tableRow))
  const tableRow = (row: RefusalRow): HTMLElement =>
    h(
      'tr',
      { role: 'row', id: `error-${row.name}`, class: row.name === name && 'marked' },
      h('td', { role: 'cell', class: 'code' }, row.code),
      h('td', CELL, h('code', { lang: 'en' }, row.name)),
      h('td', CELL, row.status),
      h('td', CELL, inLang(row)),
      h('td', CELL, inline(todoOf(row)), h('p', { class: 'hint' }, notesOf(row))),
    )
  /** A refusal that is kept, and one that belongs to no call in particular. */
  const notesOf = (row: RefusalRow) =>
    [!row.again && t('reference.final'), everywhere.includes(row.name) && t('reference.common')]
      .filter((note) => note !== false)
      .map((note, at) => [at > 0 && ' · ', inline(note)])
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
            { role: 'table' },
            h(
              'thead',
              { role: 'rowgroup' },
              h(
                'tr',
                { role: 'row' },
                titles.map((title) => h('th', { role: 'columnheader', scope: 'col' }, title)),
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
