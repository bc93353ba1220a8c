import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const deskPalette = {
  title: 'Search',
  hint: 'Page, mobile, user number, last four digits, transaction hash, order number or approval',
  keys: '↑ ↓ select · Enter open · Esc close',
  pages: 'Pages',
  accounts: 'Accounts',
  approvals: 'Approvals',
  numbers: 'Numbers',
  actions: 'Desk',
  number: 'Open by number',
  nothing: 'No results for “{{text}}”',
  start: 'Type to search',
  waiting: 'Waiting for you',
  dark: 'Switch to dark',
  light: 'Switch to light',
  signOut: 'Sign out',
} satisfies Same<typeof cn.deskPalette>
