import type { Same } from '../cn.ts'
import type { lists as words } from '../cn/lists.ts'

export const lists: Same<typeof words> = {
  views: 'Views',
  save: 'Save view',
  saveAs: 'View name',
  saveText: 'Saves the current filters, sorting and columns for use on any device. A view with this name is replaced.',
  saved: 'View saved',
  remove: 'Remove view {{name}}',
  full: 'You have {{most}} views, the maximum. Remove one first.',
  palette: 'Search',
  paletteHint: 'Last four digits, serial number, cardholder, tag, merchant or amount',
  paletteKeys: '↑ ↓ select · Enter open · Esc close',
  pages: 'Pages',
  cards: 'Cards',
  trades: 'Transactions',
  tags: 'Tags',
  tagged: 'Cards tagged “{{name}}”',
  nothing: 'No results for “{{text}}”',
  start: 'Type to search',
}
