import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { elements, type ElementKey } from '#contract/core/permissions.ts'
import { session } from '#web/parts/client/session.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Guide.module.css'

const stops = ['home', 'shop', 'finance', 'card', 'personal'] as const

/** The menu entry with this intro tag; undefined if the menu is collapsed. */
const entryOf = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tag="menu-${name}"]`)].find((one) => one.offsetParent)

/** The permissions of this sub-account's role, in words. */
const held = (): string =>
  (session().subPermission ?? [])
    .flatMap((key) => (Object.hasOwn(elements, key) ? elements[key as ElementKey].name[langNow()] : []))
    .join(langNow() === 'cn' ? '、' : ', ') || '–'

/** A tour of the menu, for whoever asks for it. The page below stays usable. */
export default function Guide({ onDone }: { onDone: () => void }) {
  const t = useText()
  const id = useId()
  const [sub] = useState(() => session().subAccount)
  const home = sub ? 'subHome' : 'home'
  const [at, setAt] = useState(0)
  const steps = [
    {
      title: t('guide.step.welcome'),
      text: sub ? t('guide.text.subWelcome', { actions: held() }) : t('guide.text.welcome'),
      entry: undefined,
    },
    ...stops.flatMap((stop) => {
      const name = stop === 'home' ? home : stop
      const entry = entryOf(name)
      return entry ? [{ title: t(`guide.step.${stop}`), text: t(`guide.text.${name}`), entry }] : []
    }),
  ]
  const { title, text, entry } = steps[Math.min(at, steps.length - 1)]!
  const isLast = at >= steps.length - 1
  const card = useBeside(entry)
  // The focus stays on the card at each step, so that screen readers announce it and Escape works while its buttons change.
  useEffect(() => {
    card.current?.focus()
  }, [card, at])
  return (
    <div
      ref={card}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className={css.card}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <Row>
        <h2 id={`${id}-title`}>{title}</h2>
        <Button look="quiet" size="s" icon="close" guardMs={0} aria-label={t('guide.skip')} onClick={onDone} />
      </Row>
      <p id={`${id}-text`}>{text}</p>
      <Row between>
        <Muted>
          {Math.min(at, steps.length - 1) + 1} / {steps.length}
        </Muted>
        <Row>
          {at > 0 && (
            <Button size="s" guardMs={0} onClick={() => setAt(at - 1)}>
              {t('guide.previous')}
            </Button>
          )}
          <Button look="primary" size="s" guardMs={0} onClick={isLast ? onDone : () => setAt(at + 1)}>
            {t(isLast ? 'guide.done' : 'guide.next')}
          </Button>
        </Row>
      </Row>
    </div>
  )
}

/** A card to the right of `target`, or in the middle without one. Where focus was, it is again afterwards. */
function useBeside(target: HTMLElement | undefined) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    return () => void (before instanceof HTMLElement && before.isConnected && before.focus())
  }, [])
  useLayoutEffect(() => {
    const element = card.current!
    const place = () => {
      const { width, height } = element.getBoundingClientRect()
      const beside = target?.getBoundingClientRect()
      const [left, top] = beside
        ? [beside.right + 12, beside.top + beside.height / 2 - height / 2]
        : [(innerWidth - width) / 2, (innerHeight - height) / 2]
      element.style.left = `${Math.max(12, Math.min(left, innerWidth - width - 12))}px`
      element.style.top = `${Math.max(12, Math.min(top, innerHeight - height - 12))}px`
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [target])
  return card
}
