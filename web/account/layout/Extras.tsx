import { lazy, Suspense, useEffect, useState } from 'react'
import { personalNotices } from '#contract/notices/notices.ts'
import { consoleState } from '#contract/notices/consoleState.ts'
import { ask } from '#web/parts/client/client.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { remember, rememberInSession, session, store, stored } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { closeContact, useContactOpen } from '../notices/contact/openContact.ts'
import { Agreements } from '../notices/Agreements.tsx'
import { MustRead } from '../notices/MustRead.tsx'
import { closeNews, useNewsOpen } from '../notices/openNews.ts'
import { withText } from '#web/text.ts'

const ContactDialog = lazy(withText(() => import('../notices/contact/ContactDialog.tsx')))
const Guide = lazy(withText(() => import('./guide/Guide.tsx')))
const MyNotices = lazy(withText(() => import('../notices/MyNotices.tsx')))

/** Beside the page: notices to confirm or read, the first-visit tour, customer service. */
export function Extras({ home }: { home: boolean }) {
  const contactOpen = useContactOpen()
  const newsOpen = useNewsOpen()
  const unread = useAsk(
    personalNotices,
    { unread: true, limit: 1 },
    { quiet: true, everyMs: 30_000, live: ['account'] },
  ).data?.unread
  useEffect(() => {
    if (unread !== undefined) remember({ Unread: unread })
  }, [unread])
  // The shutdown banner shows them on every page.
  const shutdown = useSession().UserInfo?.statusList.risk === 'SHUTDOWN'
  const [first, setFirst] = useState(false)
  useEffect(() => {
    void begin(() => setFirst(true)).catch(() => {})
  }, [])
  return (
    <Suspense fallback={null}>
      {contactOpen && <ContactDialog onClose={closeContact} />}
      {newsOpen && <MyNotices onClose={closeNews} />}
      {home && !shutdown && <MustRead />}
      {home && <Agreements />}
      {home && first && <Guide onDone={() => setFirst(false)} />}
    </Suspense>
  )
}

async function begin(showAround: () => void): Promise<void> {
  if (!session().IsLogin) return
  const remember = rememberInSession()
  const { guideDone, lowBalance, chat } = await ask(consoleState, {}, { quiet: true })
  remember({ LowBalance: lowBalance })
  if (!session().IsLogin) return
  if (guideDone) store('guide', '1')
  else if (!stored('guide')) showAround()
  if (chat) (await import('../notices/contact/chat.ts')).loadChat(chat)
}
