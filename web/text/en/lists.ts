import type { Same } from '../cn.ts'
import type { lists as words } from '../cn/lists.ts'

export const lists: Same<typeof words> = {
  views: 'Views',
  save: 'Save view',
  saveAs: 'Name of the view',
  saveText:
    'Keeps the filters, the sorting and the columns as they are now, on every computer. One of the same name is replaced.',
  saved: 'View saved',
  remove: 'Remove the view {{name}}',
  full: 'There are {{most}} views already: remove one first',
  palette: 'Search',
  paletteHint: 'Last four digits, serial, holder, tag, merchant or amount',
  paletteKeys: '↑ ↓ choose · Enter open · Esc close',
  pages: 'Pages',
  cards: 'Cards',
  trades: 'Transactions',
  tags: 'Tags',
  tagged: 'Cards tagged {{name}}',
  nothing: 'Nothing found for “{{text}}”',
  start: 'Type to search',
}
