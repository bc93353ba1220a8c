import { lazy, Suspense, type ComponentProps } from 'react'
import type { Captcha } from './Captcha.tsx'

const Loaded = lazy(async () => ({ default: (await import('./Captcha.tsx')).Captcha }))

/** Most people never meet the picture check, so the page does not wait for it. */
export function LazyCaptcha(props: ComponentProps<typeof Captcha>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
