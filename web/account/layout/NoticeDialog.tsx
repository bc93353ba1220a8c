import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageOfNotices } from '../../../contract/notices.ts'
import { showTime } from '../../parts/dates.ts'
import { useAsk } from '../../parts/queries.ts'
import { SafeHtml } from '../../parts/SafeHtml.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import css from './Notices.module.css'

/** A list at the left that switches the detail. Closing forgets which one was shown (spec §4). */
export function NoticeDialog({ first, onClose }: { first: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(first)
  const query = useAsk(pageOfNotices, { pageNo: 1, pageSize: 10 }, { quiet: true })
  const notices = query.data?.data ?? []
  const shown = notices.find(({ id }) => id === chosen) ?? notices[0]
  return (
    <Dialog title={t('layout.allNotices')} width={900} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={4} />}
      {query.data && !shown && <Empty icon="bell" title={t('layout.noNotices')} />}
      {shown && (
        <div className={css.dialog}>
          <ul className={css.list}>
            {notices.map((notice) => (
              <li key={notice.id}>
                <button type="button" aria-current={notice.id === shown.id} onClick={() => setChosen(notice.id)}>
                  {notice.title}
                  <time>{showTime(notice.createTime)}</time>
                </button>
              </li>
            ))}
          </ul>
          <article className={css.detail} aria-live="polite">
            <h3>{shown.title}</h3>
            <time>{showTime(shown.createTime)}</time>
            <SafeHtml html={shown.msg} />
          </article>
        </div>
      )}
    </Dialog>
  )
}
