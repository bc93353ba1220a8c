import { words } from '#web/text.ts'
import * as passkey from '#web/parts/passkeys/text.ts'
import * as desk from '../text.ts'

export const { useText, say, title } = words(
  { cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') },
  desk,
  passkey,
)
