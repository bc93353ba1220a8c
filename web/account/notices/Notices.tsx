import { lazy, Suspense, useEffect, useState } from 'react'
import { bannerNotices, carousel, readNotice } from '#contract/notices/notices.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Notices.module.css'

const NoticeDialog = lazy(withText(() => import('./NoticeDialog.tsx')))

/** How long one notice of the carousel is shown. */
const EVERY_MS = 3000

/** A row of their own above the home pages, loaded again whenever one is opened. */
export function Notices() {
  const t = useText()
  const first = useAsk(bannerNotices, {}, { quiet: true }).data?.[0]
  const list = useAsk(carousel, {}, { quiet: true }).data
  const read = useCall(readNotice, { quiet: true, refreshes: [bannerNotices] })
  const [chosen, setChosen] = useState<string>()
  return (
    <>
      {first ? (
        <Row gap={3} className={css.banner} role="region" aria-label={t('notices.board')}>
          <Icon name="info" />
          <button type="button" className={css.line} onClick={() => setChosen(first.id)}>
            {first.title}
          </button>
          <Button size="s" onClick={() => read.mutate({ id: first.id })}>
            {t('notices.gotIt')}
          </Button>
        </Row>
      ) : list?.length ? (
        <Carousel notices={list} onOpen={setChosen} />
      ) : (
        !list && <div className={css.room} />
      )}
      <Suspense fallback={null}>
        {chosen !== undefined && <NoticeDialog first={chosen} onClose={() => setChosen(undefined)} />}
      </Suspense>
    </>
  )
}

/** Moves up every three seconds; pauses for pointer or keyboard focus, a hidden tab, or a preference for reduced motion. */
function Carousel({
  notices,
  onOpen,
}: {
  notices: readonly { id: string; title: string }[]
  onOpen: (id: string) => void
}) {
  const t = useText()
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || notices.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => document.hidden || setAt((before) => (before + 1) % notices.length), EVERY_MS)
    return () => clearInterval(timer)
  }, [held, notices.length])
  const now = notices[at % notices.length]!
  return (
    <Row
      gap={3}
      className={css.banner}
      data-quiet="true"
      role="region"
      aria-label={t('notices.board')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="bell" />
      <button key={now.id} type="button" className={`${css.line} ${css.turn}`} onClick={() => onOpen(now.id)}>
        {now.title}
      </button>
      <Button look="quiet" size="s" guardMs={0} onClick={() => onOpen(now.id)}>
        {t('notices.all')}
      </Button>
    </Row>
  )
}
