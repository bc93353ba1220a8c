import { words } from '#web/text.ts'

export const { useText } = words({ cn: () => import('../frame.cn.ts'), en: () => import('../frame.en.ts') })
