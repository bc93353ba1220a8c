import { lazy, Suspense, useEffect, useState } from 'react'
import { bannerNotices, carousel, readNotice } from '#contract/notices/notices.ts'
import { ask } from '#web/parts/client/client.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Notices.module.css'

const NoticeDialog = lazy(withText(() => import('./NoticeDialog.tsx')))

/** How long one notice of the carousel is shown. */
const EVERY_MS = 3000

/** Only above the home pages, loaded again whenever one is opened. */
export function Notices() {
  const banner = useAsk(bannerNotices, {}, { quiet: true })
  const list = useAsk(carousel, {}, { quiet: true })
  const [chosen, setChosen] = useState<string>()
  const first = banner.data?.[0]
  const confirm = async (id: string) => {
    await ask(readNotice, { id }, { quiet: true })
    await banner.refetch()
  }
  return (
    <>
      {first && (
        <Banner
          title={first.title}
          onOpen={() => setChosen(first.id)}
          onConfirm={() => void confirm(first.id).catch(() => {})}
        />
      )}
      {!first &&
        (list.data?.length ? <Carousel notices={list.data} onOpen={setChosen} /> : <div className={css.room} />)}
      <Suspense fallback={null}>
        {chosen !== undefined && <NoticeDialog first={chosen} onClose={() => setChosen(undefined)} />}
      </Suspense>
    </>
  )
}

function Banner({ title, onOpen, onConfirm }: { title: string; onOpen: () => void; onConfirm: () => void }) {
  const t = useText()
  return (
    <div className={css.banner} role="region" aria-label={t('notices.board')}>
      <Icon name="info" />
      <button type="button" className={css.line} onClick={onOpen}>
        {title}
      </button>
      <Button size="s" onClick={onConfirm}>
        {t('notices.gotIt')}
      </Button>
    </div>
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
    <div
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
    </div>
  )
}
