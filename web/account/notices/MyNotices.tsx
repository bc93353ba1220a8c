import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { mustReadNotices, personalNotices, readNotice } from '#contract/notices/notices.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { paths } from '../paths.ts'
import { NoticeReader } from './NoticeReader.tsx'
import { useText } from './text.ts'

/** The link of a notice, by its subject. */
const leads: Readonly<Record<string, (id: string) => string>> = {
  card: paths.card,
  auth: paths.trade,
  batch: paths.batch,
  topup: paths.rechargeOrder,
  identity: () => paths.account,
  dispute: paths.dispute,
  declines: () => paths.declines,
}

/** The user's personal notices, newest first. Displaying one marks it as read. */
export default function MyNotices({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const query = useAsk(personalNotices, { unread: false, limit: 100 })
  const { mutate: read } = useCall(readNotice, { refreshes: [personalNotices, mustReadNotices], quiet: true })
  const list = query.data?.list
  const shown = list?.find(({ id }) => id === chosen) ?? list?.[0]
  const fresh = shown?.read === 0 ? shown.id : undefined
  useEffect(() => {
    if (fresh !== undefined) read({ id: fresh })
  }, [fresh, read])
  const to = shown && leads[shown.bizType]?.(shown.bizId)
  return (
    <Dialog title={t('notices.mine.title')} width={900} onClose={onClose}>
      <Answered query={query}>
        {({ list: notices }) =>
          notices.length === 0 ? (
            <Empty icon="bell" title={t('notices.mine.none')} text={t('notices.mine.noneText')} />
          ) : (
            <NoticeReader
              notices={notices}
              chosen={chosen}
              onChoose={setChosen}
              more={
                to && (
                  <Link to={to} onClick={onClose}>
                    {t('notices.mine.open')}
                  </Link>
                )
              }
            />
          )
        }
      </Answered>
    </Dialog>
  )
}
