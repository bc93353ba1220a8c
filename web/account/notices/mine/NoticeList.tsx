import { useState } from 'react'
import { Link } from 'react-router'
import { mustReadNotices, personalNotices, readNotice } from '#contract/notices/notices.ts'
import { readNotices } from '#contract/notices/reading.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showClock, showDay, showTime } from '#web/parts/dates.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { bundlesByDay, type Entry, type Notice } from './bundles.ts'
import { bundleSentence, sentenceOf } from './sentences.ts'
import { useText } from './text.ts'
import css from './Mine.module.css'

/** The link of a notice, by its subject. */
const leads: Readonly<Record<string, (id: string) => string>> = {
  card: paths.card,
  auth: paths.trade,
  batch: paths.batch,
  topup: paths.rechargeOrder,
  identity: () => paths.account,
  dispute: paths.dispute,
  declines: () => paths.declines,
  rebate_withdrawal: () => paths.rebate,
}
const icons: Readonly<Record<string, IconName>> = {
  SECURITY: 'shield',
  MONEY: 'wallet',
  CARDS: 'cards',
  ACCOUNT: 'person',
}

/** By day, newest first. What is opened has been read: a notice with its text, a bundle with its notices. `heading`: below what a day stands. `onLeave`: a link was followed. */
export function NoticeList({
  notices,
  heading: Heading,
  onLeave,
}: {
  notices: readonly Notice[]
  heading: 'h2' | 'h3'
  onLeave?: (() => void) | undefined
}) {
  const t = useText()
  const [opened, setOpened] = useState<string>()
  const [bundle, setBundle] = useState<string>()
  const { mutate: read } = useCall(readNotice, { refreshes: [personalNotices, mustReadNotices], quiet: true })
  const { mutate: readMany } = useCall(readNotices, { refreshes: [personalNotices, mustReadNotices], quiet: true })
  const one = (notice: Notice) => (
    <One
      key={notice.id}
      notice={notice}
      open={opened === notice.id}
      onLeave={onLeave}
      onToggle={() => {
        setOpened(opened === notice.id ? undefined : notice.id)
        if (notice.read === 0) read({ id: notice.id })
      }}
    />
  )
  const toggle = ({ key, notices: those }: Entry) => {
    setBundle(bundle === key ? undefined : key)
    const ids = those.flatMap((notice) => (notice.read === 0 ? notice.id : []))
    if (bundle !== key && ids.length) readMany({ ids, readTime: those[0]!.createTime })
  }
  const today = serverNow()
  const named: Record<string, string> = {
    [showDay(today - 86_400_000)]: t('inbox.yesterday'),
    [showDay(today)]: t('inbox.today'),
  }
  return (
    <div className={css.days}>
      {bundlesByDay(notices, showDay).map(({ day, entries }) => (
        <section key={day} aria-label={named[day] ?? day}>
          <Heading className={css.day}>{named[day] ?? day}</Heading>
          <ul>
            {entries.map((entry) =>
              entry.notices.length === 1 ? (
                one(entry.notices[0]!)
              ) : (
                <li key={entry.key}>
                  <Bundle entry={entry} open={bundle === entry.key} onToggle={() => toggle(entry)} />
                  {bundle === entry.key && <ul className={css.inside}>{entry.notices.map(one)}</ul>}
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

function One({
  notice,
  open,
  onToggle,
  onLeave,
}: {
  notice: Notice
  open: boolean
  onToggle: () => void
  onLeave: (() => void) | undefined
}) {
  const t = useText()
  const to = notice.event === 'sub_asked' ? paths.asks : leads[notice.bizType]?.(notice.bizId)
  return (
    <li>
      <Line
        open={open}
        fresh={notice.read === 0}
        icon={notice.level === 'URGENT' ? 'warn' : (icons[notice.kind] ?? 'bell')}
        urgent={notice.level === 'URGENT'}
        line={sentenceOf(notice)}
        note={notice.title}
        time={notice.createTime}
        onToggle={onToggle}
      />
      {open && (
        <article className={css.detail}>
          <SafeHtml html={notice.msg} />
          <Muted as="p">{showTime(notice.createTime)}</Muted>
          {to && (
            <Link to={to} onClick={onLeave}>
              {t('inbox.details')}
            </Link>
          )}
        </article>
      )}
    </li>
  )
}

function Bundle({ entry: { notices }, open, onToggle }: { entry: Entry; open: boolean; onToggle: () => void }) {
  const { line, note } = bundleSentence(notices)
  return (
    <Line
      open={open}
      fresh={notices.some(({ read }) => read === 0)}
      icon={icons[notices[0]!.kind] ?? 'bell'}
      line={line}
      note={note || notices[0]!.title}
      time={notices[0]!.createTime}
      count={notices.length}
      onToggle={onToggle}
    />
  )
}

/** What is told, of what kind it is or whom it is about, and when. */
function Line({
  open,
  fresh,
  icon,
  urgent,
  line,
  note,
  time,
  count,
  onToggle,
}: {
  open: boolean
  fresh: boolean
  icon: IconName
  urgent?: boolean
  line: string
  note: string
  time: number
  count?: number
  onToggle: () => void
}) {
  const t = useText()
  return (
    <button type="button" className={css.line} aria-expanded={open} data-fresh={fresh || undefined} onClick={onToggle}>
      <span className={css.icon} data-urgent={urgent || undefined}>
        <Icon name={icon} size={17} />
      </span>
      <span className={css.words}>
        {fresh && <span className="said">{t('inbox.unread')}</span>}
        <span className={css.told}>{line}</span>
        <small>{note}</small>
      </span>
      <span className={css.end}>
        <time>{showClock(time).slice(0, 5)}</time>
        {count === undefined ? null : <Icon name="down" size={15} />}
      </span>
    </button>
  )
}
