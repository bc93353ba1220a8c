import { words } from '#web/text.ts'
import * as controls from '../controls/form/text.ts'
import * as cards from '../text.ts'

export const { useText, say } = words(
  { cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') },
  controls,
  cards,
)
