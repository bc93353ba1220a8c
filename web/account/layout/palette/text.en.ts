import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const palette = {
  title: 'Search',
  hint: 'Last four digits, serial number, cardholder, tag, merchant or amount',
  keys: '↑ ↓ select · Enter open · Esc close',
  pass: 'Would it pass?',
  pages: 'Pages',
  cards: 'Cards',
  trades: 'Transactions',
  tags: 'Tags',
  tagged: 'Cards tagged “{{name}}”',
  nothing: 'No results for “{{text}}”',
  start: 'Type to search',
} satisfies Same<typeof cn.palette>
