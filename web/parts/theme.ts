/** Light or dark. Follows the system until the user chooses. `before-paint.js` sets it before this file is loaded. */
import { useSyncExternalStore } from 'react'
import { ofThisTab, store } from './client/session.ts'

export type Theme = 'light' | 'dark'
const listeners = new Set<() => void>()
const system = matchMedia('(prefers-color-scheme: dark)')

const chosen = (): Theme | undefined => {
  const value = ofThisTab('theme')
  return value === 'light' || value === 'dark' ? value : undefined
}
const themeNow = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  listeners.forEach((listen) => listen())
}
export function chooseTheme(theme: Theme): void {
  store('theme', theme)
  apply(theme)
}
system.addEventListener('change', () => chosen() ?? apply(system.matches ? 'dark' : 'light'))

export const useTheme = (): Theme =>
  useSyncExternalStore((listen) => {
    listeners.add(listen)
    return () => listeners.delete(listen)
  }, themeNow)
