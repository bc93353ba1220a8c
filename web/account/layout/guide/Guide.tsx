import { Tour } from 'antd'
import { useState } from 'react'
import { elements, type ElementKey } from '#contract/core/permissions.ts'
import { guideSeen } from '#contract/notices/notifications.ts'
import { Antd } from '#web/parts/Antd.tsx'
import { ask } from '#web/parts/client/client.ts'
import { session, store } from '#web/parts/client/session.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

const stops = ['home', 'shop', 'finance', 'card', 'personal'] as const
type Stop = (typeof stops)[number]

/** The menu entry with this intro tag; null if the menu is collapsed. */
const entryOf = (name: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`[data-tag="menu-${name}"]`)].find((one) => one.offsetParent) ?? null

/** The permissions of this sub-account's role, in words. */
const held = (): string =>
  (session().subPermission ?? [])
    .flatMap((key) => (Object.hasOwn(elements, key) ? elements[key as ElementKey].name[langNow()] : []))
    .join(langNow() === 'cn' ? '、' : ', ') || '–'

/** A one-time tour of the menu: once finished or skipped, it is not shown again on any device. */
export default function Guide({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [sub] = useState(() => session().subAccount)
  const home = sub ? 'subHome' : 'home'
  const shown = stops.filter((stop) => entryOf(stop === 'home' ? home : stop))
  const done = () => {
    store('guide', '1')
    void ask(guideSeen, {}, { quiet: true }).catch(() => {})
    onDone()
  }
  const textOf = (stop: Stop) => t(`guide.text.${stop === 'home' ? home : stop}`)
  const steps = [
    {
      title: t('guide.step.welcome'),
      description: sub ? t('guide.text.subWelcome', { actions: held() }) : t('guide.text.welcome'),
      target: null,
    },
    ...shown.map((stop) => ({
      title: t(`guide.step.${stop}`),
      description: textOf(stop),
      placement: 'right' as const,
      target: () => entryOf(stop === 'home' ? home : stop)!,
    })),
  ]
  return (
    <Antd>
      <Tour
        open
        mask={false}
        styles={{ mask: { pointerEvents: 'none' } }} // clicks pass through for users who need no tour
        onClose={done}
        onFinish={done}
        closable={{ 'aria-label': t('guide.skip') }}
        steps={steps.map((step, index) => ({
          ...step,
          nextButtonProps: { children: index === steps.length - 1 ? t('guide.done') : t('guide.next') },
          prevButtonProps: { children: t('guide.previous') },
        }))}
      />
    </Antd>
  )
}
