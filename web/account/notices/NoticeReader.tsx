import { showTime } from '#web/parts/dates.ts'
import { When } from '#web/parts/When.tsx'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Muted } from '#web/ui/layout.tsx'
import css from './Notices.module.css'

type Readable = { id: string; title: string; createTime: number; msg: string }

/** A list at the left that switches the detail. */
export function NoticeReader({
  notices,
  chosen,
  onChoose,
}: {
  notices: readonly Readable[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const shown = notices.find(({ id }) => id === chosen) ?? notices[0]
  if (!shown) return null
  return (
    <div className={css.reader}>
      <ul className={css.list}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <button type="button" aria-current={notice.id === shown.id} onClick={() => onChoose(notice.id)}>
              {notice.title}
              <Muted as="small">
                <When time={notice.createTime} />
              </Muted>
            </button>
          </li>
        ))}
      </ul>
      <article className={css.detail} aria-live="polite">
        <h3>{shown.title}</h3>
        <Muted as="p">{showTime(shown.createTime)}</Muted>
        <SafeHtml html={shown.msg} />
      </article>
    </div>
  )
}
