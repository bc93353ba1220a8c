import { words } from '#web/text.ts'
import * as exports from '#web/account/exports/text.ts'

export const { useText, say } = words({ cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') }, exports)
