/** The API reference at /api/docs: one document, whose pages are addresses behind the hash. */
import '../ui/tokens.css'
import '../ui/base.css'
import './frame.css'
import './content.css'
import './code.css'
import { callPage } from './callPage.ts'
import { fill, h, type Page } from './dom.ts'
import { errorsPage } from './errorsPage.ts'
import { guidePage } from './guides/guidePage.ts'
import { homePage } from './homePage.ts'
import { menu, type Menu } from './menu.ts'
import { addressOf, routeOf } from './route.ts'
import { forgetBoxes } from './sampleBox.ts'
import { langNow, speak, t } from './text.ts'
import { themeButton } from './theme.ts'

const main = h('main', { id: 'content' })
/** Where the contents are beside the page (frame.css). */
const wide = matchMedia('(width >= 820px)')
let shell: { menu: Menu; open(): void; close(): void } | undefined
let latest = 0

async function pageOf(hash: string): Promise<Page | undefined> {
  const route = routeOf(hash)
  if (route.page === 'call') return callPage(route.name)
  if (route.page === 'guide') return guidePage(route.id)
  if (route.page === 'errors') return errorsPage(route.name)
  return route.page === 'home' ? homePage() : undefined
}

const message = (title: string, hint: string, ...more: HTMLElement[]): Page => ({
  title,
  wide: true,
  body: [h('article', {}, h('h1', { tabindex: -1 }, title), h('p', { class: 'lead' }, hint), more)],
})

/** Shows the page of the address. Whoever asked last is shown. */
async function show({ focus = true } = {}): Promise<void> {
  const mine = ++latest
  forgetBoxes()
  main.setAttribute('aria-busy', 'true')
  const page = await pageOf(location.hash).then(
    (found) => found ?? message(t('reference.missing'), t('reference.missingHint')),
    () =>
      message(
        t('reference.failed'),
        t('reference.failedHint'),
        h('button', { type: 'button', class: 'main', onclick: () => void show() }, t('reference.again')),
      ),
  )
  if (mine !== latest) return
  document.title = page.title ? `${page.title} · ${t('reference.title')}` : t('reference.title')
  main.className = page.wide ? 'wide' : ''
  fill(main, ...page.body)
  main.removeAttribute('aria-busy')
  shell?.menu.mark()
  shell?.close()
  if (!focus) return
  scrollTo(0, 0)
  main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  main.querySelector('.marked')?.scrollIntoView({ block: 'center' })
}

async function frame(): Promise<void> {
  const contents = await menu()
  const opens = (open: boolean): void => {
    toggle.setAttribute('aria-expanded', String(open))
    toggle.textContent = t(open ? 'reference.hideContents' : 'reference.contents')
    document.body.classList.toggle('menu-open', open)
    // On a phone the contents cover the page.
    main.inert = open
  }
  const toggle = h('button', {
    type: 'button',
    class: 'quiet contents-button',
    'aria-controls': 'contents',
    onclick: () => opens(toggle.getAttribute('aria-expanded') !== 'true'),
  })
  const other = langNow() === 'cn' ? 'en' : 'cn'
  shell = { menu: contents, open: () => opens(true), close: () => opens(false) }
  opens(false)
  fill(
    document.getElementById('root')!,
    h('a', { href: '#content', class: 'skip', onclick: skip }, t('reference.skip')),
    h(
      'header',
      {},
      h(
        'a',
        { href: addressOf.home, class: 'brand' },
        h('img', { src: '/mark.svg', alt: '', width: 24, height: 24 }),
        t('reference.title'),
      ),
      toggle,
      h(
        'div',
        { class: 'actions' },
        h('a', { href: '/api/openapi.json', class: 'quiet wide-only' }, t('reference.openApi')),
        h('a', { href: '/', class: 'quiet wide-only' }, t('reference.console')),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            lang: other === 'en' ? 'en' : 'zh-CN',
            onclick: () => void speak(other).then(start),
          },
          t('reference.otherLanguage'),
        ),
        themeButton(),
      ),
    ),
    h('div', { class: 'frame' }, contents.element, main),
  )
  wide.onchange = () => opens(false)
  document.onkeydown = slash
}

/** The hash is an address here, so the link cannot use it. */
function skip(event: Event): void {
  event.preventDefault()
  main.querySelector<HTMLElement>('h1')?.focus()
}

function slash(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLInputElement
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (!wide.matches) shell?.open()
  shell?.menu.focusSearch()
}

async function start(): Promise<void> {
  await frame()
  await show({ focus: false })
}

addEventListener('hashchange', () => void show())
await speak()
await start()
