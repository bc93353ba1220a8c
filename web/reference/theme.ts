/** Light or dark, as in the consoles: it follows the system until the reader chooses. `before-paint.js` sets it first. */
import { ofThisTab, store } from '../parts/client/session.ts'
import { h } from './dom.ts'
import { t } from './text.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'

export function themeButton(): HTMLElement {
  const button = h('button', { type: 'button', class: 'quiet' })
  const apply = (theme: 'light' | 'dark'): void => {
    document.documentElement.dataset['theme'] = theme
    button.textContent = t(isDark() ? 'reference.lightTheme' : 'reference.darkTheme')
  }
  apply(isDark() ? 'dark' : 'light')
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    store('theme', next)
    apply(next)
  })
  system.onchange = () => {
    if (ofThisTab('theme') === undefined) apply(system.matches ? 'dark' : 'light')
  }
  return button
}
