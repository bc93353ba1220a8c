import { useSyncExternalStore, type RefObject } from 'react'
import { Link } from 'react-router'
import { Popover } from 'react-aria-components/Popover'
import { Answered } from '#web/parts/Answered.tsx'
import { showClock } from '#web/parts/dates.ts'
import { Button, buttonLook } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { forgetKept, keptErrors, onToasts } from '#web/ui/dialogs/toast.ts'
import { AriaLocale } from '#web/ui/onDemand/AriaLocale.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { NoticeList } from './NoticeList.tsx'
import { useInbox } from './useInbox.ts'
import { useText } from './text.ts'
import css from './Mine.module.css'

/** Under the bell: recent errors, because toasts are short and people miss them, and personal notices. */
export default function NoticePanel({ bell, onClose }: { bell: RefObject<HTMLElement | null>; onClose: () => void }) {
  const t = useText()
  const { query, notices, readAll, isMarking } = useInbox()
  return (
    <AriaLocale>
      <Popover
        isOpen
        onOpenChange={(open) => open || onClose()}
        triggerRef={bell}
        placement="bottom end"
        offset={6}
        aria-label={t('inbox.title')}
        className={css.panel!}
      >
        <header className={css.head}>
          <h2>{t('inbox.title')}</h2>
          <Button look="quiet" size="s" disabled={!readAll} loading={isMarking} onClick={() => readAll?.()}>
            {t('inbox.readAll')}
          </Button>
        </header>
        <div className={css.scroll}>
          <Errors />
          <Answered query={query}>
            {() =>
              notices?.length ? (
                <NoticeList notices={notices} heading="h3" onLeave={onClose} />
              ) : (
                <Empty icon="bell" title={t('inbox.none')} text={t('inbox.noneText')} />
              )
            }
          </Answered>
        </div>
        <footer className={css.foot}>
          <Link to={paths.notices} className={buttonLook({ look: 'quiet', size: 's' })} onClick={onClose}>
            {t('inbox.seeAll')}
          </Link>
        </footer>
      </Popover>
    </AriaLocale>
  )
}

function Errors() {
  const t = useText()
  const errors = useSyncExternalStore(onToasts, keptErrors)
  if (errors.length === 0) return null
  return (
    <section className={css.errors} aria-label={t('inbox.errors')}>
      <header>
        <h3 className={css.day}>{t('inbox.errors')}</h3>
        <Button look="quiet" size="s" guardMs={0} onClick={forgetKept}>
          {t('inbox.forgetErrors')}
        </Button>
      </header>
      <ul>
        {errors.map(({ id, text, at }) => (
          <li key={id}>
            <Icon name="warn" size={17} />
            <span>{text}</span>
            <Muted as="small">{showClock(at)}</Muted>
          </li>
        ))}
      </ul>
    </section>
  )
}
