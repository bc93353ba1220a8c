import { words } from '#web/text.ts'

export const { useText, say } = words({ cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') })
