import { words } from '#web/text.ts'
import * as desk from '../text.ts'
import * as products from '../products/text.ts'

export const { useText, title } = words(
  { cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') },
  desk,
  products,
)
