/** A sample request in three languages, with what the reader has chosen and entered so far. */
import type { Asked, Entry } from './described.ts'
import { block, copyButton } from './code.ts'
import { fill, h } from './dom.ts'
import { languages, snippet, type Language } from './snippets.ts'
import { inLang, langNow, t } from './text.ts'

/** In memory only: a token opens an account. */
const given = { language: 'curl' as Language, token: '' }
const boxes = new Set<() => void>()
let count = 0

/** Forgets the boxes of the page before. */
export const forgetBoxes = (): void => boxes.clear()

function showAll(): void {
  for (const show of boxes) show()
}

export function sampleBox(call: Asked & Entry, { named = false } = {}): HTMLElement {
  const id = `sample-${++count}`
  const title = named ? t('reference.sampleOf', { what: inLang(call) }) : t('reference.sample')
  const panel = h('div', { id, role: 'tabpanel' })
  const code = (): string =>
    snippet(given.language, call, {
      origin: location.origin,
      token: given.token,
      lang: langNow() === 'cn' ? 'zh-CN' : 'en',
    })
  const keys = Object.keys(languages) as Language[]
  const tabs = keys.map((key) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${id}-${key}`,
        'aria-controls': id,
        onclick: () => {
          given.language = key
          showAll()
        },
        onkeydown: (event: KeyboardEvent) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          if (!step) return
          event.preventDefault()
          given.language = keys[(keys.indexOf(key) + step + keys.length) % keys.length]!
          showAll()
          document.getElementById(`${id}-${given.language}`)?.focus()
        },
      },
      languages[key],
    ),
  )
  const show = (): void => {
    for (const [at, tab] of tabs.entries()) {
      const chosen = keys[at] === given.language
      tab.setAttribute('aria-selected', String(chosen))
      tab.tabIndex = chosen ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `${id}-${given.language}`)
    fill(panel, block(code(), title))
  }
  boxes.add(show)
  show()
  return h(
    'div',
    { class: 'box' },
    h(
      'div',
      { class: 'bar' },
      h('div', { role: 'tablist', 'aria-label': `${title}, ${t('reference.language')}` }, tabs),
      copyButton(title, code),
    ),
    named && h('p', { class: 'caption' }, h('a', { href: `#/calls/${call.name}` }, inLang(call))),
    panel,
  )
}

/** A program of a guide, with the reader's own address and token. */
export function programBox(program: string): HTMLElement {
  const title = 'JavaScript'
  const panel = h('div')
  const code = (): string =>
    program.replaceAll('ORIGIN', location.origin).replaceAll('TOKEN', given.token || 'YOUR_ACCESS_TOKEN')
  const show = (): void => fill(panel, block(code(), title))
  boxes.add(show)
  show()
  return h(
    'div',
    { class: 'box' },
    h('div', { class: 'bar' }, h('span', { class: 'small' }, title), copyButton(title, code)),
    panel,
  )
}

/** The token that samples are shown with. */
export function tokenField(): HTMLElement {
  const input = h('input', {
    id: 'token',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'ka_…',
    'aria-describedby': 'token-hint',
    oninput: () => {
      given.token = input.value.trim()
      showAll()
    },
  })
  input.value = given.token
  return h(
    'div',
    { class: 'token' },
    h('label', { for: 'token' }, t('reference.token')),
    input,
    h('p', { id: 'token-hint', class: 'hint' }, t('reference.tokenHint')),
  )
}
