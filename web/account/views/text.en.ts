import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const views = {
  title: 'Views',
  save: 'Save view',
  saveAs: 'View name',
  saveText: 'Saves the current filters, sorting and columns for use on any device. A view with this name is replaced.',
  saved: 'View saved',
  remove: 'Remove view {{name}}',
  full: 'You have {{most}} views, the maximum. Remove one first.',
} satisfies Same<typeof cn.views>
