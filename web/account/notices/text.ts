import { words } from '#web/text.ts'

export const { useText, say } = words({
  cn: () => import('../layout/frame.cn.ts'),
  en: () => import('../layout/frame.en.ts'),
})
