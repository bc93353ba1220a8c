/** The menu: a search field over all guides and calls. `/` leads to it, arrows go through what it shows. */
import { readIndex, readRefusals } from './data.ts'
import type { Group, Index, RefusalRow } from './described.ts'
import { announce, fill, h } from './dom.ts'
import { guideIds } from './guides/guides.ts'
import { addressOf } from './route.ts'
import { search } from './search.ts'
import { inLang, t } from './text.ts'

export type Menu = { element: HTMLElement; mark(): void; focusSearch(): void }

export async function menu(): Promise<Menu> {
  const index = await readIndex()
  let refusals: readonly RefusalRow[] = []
  const list = h('div', { class: 'list' })
  const input = h('input', {
    type: 'search',
    id: 'search',
    'aria-label': t('reference.search'),
    'aria-describedby': 'search-hint',
    placeholder: t('reference.search'),
    autocomplete: 'off',
    spellcheck: 'false',
    onfocus: () => void readRefusals().then(({ rows }) => (refusals = rows)),
    oninput: () => show(),
  })
  const all = contents(index)
  const show = (): void => {
    if (!input.value.trim()) return fill(list, all)
    const found = search(input.value, { index, refusals })
    fill(
      list,
      found.length === 0
        ? h('p', { class: 'hint' }, t('reference.none'))
        : h(
            'ul',
            { 'aria-label': t('reference.results') },
            found.map(({ href, title, note }) =>
              h('li', {}, h('a', { href, class: 'found' }, title, h('span', {}, note))),
            ),
          ),
    )
    announce(t('reference.found', { count: found.length }))
  }
  show()
  const element = h(
    'nav',
    { 'aria-label': t('reference.contents'), id: 'contents', onkeydown: keys(input, list) },
    h('div', { class: 'search' }, input, h('p', { id: 'search-hint', class: 'hint' }, t('reference.searchHint'))),
    list,
  )
  return {
    element,
    mark: () => mark(all),
    focusSearch: () => {
      input.focus()
      input.select()
    },
  }
}

const visibleLinks = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('a, summary')].filter((one) => one.checkVisibility())

const keys =
  (input: HTMLInputElement, list: HTMLElement) =>
  (event: KeyboardEvent): void => {
    const links = visibleLinks(list)
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Enter' && event.target === input && input.value.trim()) links[0]?.click()
    else if (event.key === 'Escape' && input.value) {
      input.value = ''
      input.dispatchEvent(new Event('input'))
      input.focus()
    } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') (at <= 0 ? input : links[at - 1])?.focus()
    else return
    event.preventDefault()
  }

function contents({ groups }: Index): HTMLElement[] {
  const link = (href: string, words: string) => h('li', {}, h('a', { href }, words))
  const section = (title: string, ...inside: HTMLElement[]) =>
    h('section', {}, h('p', { class: 'head' }, title), inside)
  return [
    section(
      t('reference.start'),
      h(
        'ul',
        {},
        link(addressOf.home, t('reference.overview')),
        guideIds.map((id) => link(addressOf.guide(id), t(`guides.${id}.title`))),
        link(addressOf.errors, t('reference.errors')),
      ),
    ),
    section(t('reference.account'), ...groups.filter(({ desk }) => !desk).map(groupMenu)),
    section(t('reference.desk'), ...groups.filter(({ desk }) => desk).map(groupMenu)),
  ]
}

const groupMenu = (group: Group): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, inLang(group)),
    h(
      'ul',
      {},
      group.calls.map((call) =>
        h('li', {}, h('a', { href: addressOf.call(call.name), 'data-method': call.method }, inLang(call))),
      ),
    ),
  )

/** Marks where the reader is, and shows it. */
function mark(sections: readonly HTMLElement[]): void {
  const here = location.hash || addressOf.home
  for (const one of sections.flatMap((section) => [...section.querySelectorAll('a')])) {
    const current =
      one.getAttribute('href') === here || (one.getAttribute('href') === '#/errors' && here.startsWith('#/errors/'))
    if (!current) {
      one.removeAttribute('aria-current')
      continue
    }
    one.setAttribute('aria-current', 'page')
    one.closest('details')?.setAttribute('open', '')
    one.scrollIntoView({ block: 'nearest' })
  }
}
