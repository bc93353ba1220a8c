import * as trades from '#web/account/trades/text.ts'
import { words } from '#web/text.ts'
import * as cards from '#web/account/cards/text.ts'

export const { useText, say } = words(
  { cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') },
  cards,
  trades,
)
