import { lazy, Suspense, useEffect } from 'react'
import { personalNotices } from '#contract/notices/notices.ts'
import { consoleState } from '#contract/notices/consoleState.ts'
import { ask } from '#web/parts/client/client.ts'
import { queryClient, useAsk } from '#web/parts/client/queries.ts'
import { remember, rememberInSession, session, store, stored } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { closeContact, useContactOpen } from '../notices/contact/openContact.ts'
import { Agreements } from '../notices/Agreements.tsx'
import { MustRead } from '../notices/MustRead.tsx'
import { endTour, useTourOpen } from '../showAround.ts'
import { withText } from '#web/text.ts'

const ContactDialog = lazy(withText(() => import('../notices/contact/ContactDialog.tsx')))
const Guide = lazy(withText(() => import('./guide/Guide.tsx')))

/** Beside the page: notices to confirm or read, the tour of the menu, customer service. */
export function Extras({ home }: { home: boolean }) {
  const contactOpen = useContactOpen()
  const waiting = useAsk(
    personalNotices,
    { unread: true, limit: 1 },
    { quiet: true, everyMs: 30_000, live: ['account'] },
  ).data
  useEffect(() => {
    if (waiting) remember({ Unread: waiting.unread, Requests: waiting.requests })
  }, [waiting])
  // The shutdown banner shows them on every page.
  const shutdown = useSession().UserInfo?.statusList.risk === 'SHUTDOWN'
  const touring = useTourOpen()
  useEffect(() => {
    void begin().catch(() => {})
  }, [])
  return (
    <Suspense fallback={null}>
      {contactOpen && <ContactDialog onClose={closeContact} />}
      {home && !shutdown && <MustRead />}
      {home && <Agreements />}
      {touring && <Guide onDone={endTour} />}
    </Suspense>
  )
}

async function begin(): Promise<void> {
  if (!session().IsLogin) return
  const remember = rememberInSession()
  // As a query, so that the first page appears together with what depends on it.
  const { guideDone, lowBalance, chat, testShop } = await queryClient.fetchQuery({
    queryKey: [consoleState.path],
    queryFn: () => ask(consoleState, {}, { quiet: true }),
  })
  const done = guideDone === 1 || stored('guide') !== undefined
  if (done) store('guide', '1')
  remember({ LowBalance: lowBalance, GuideDone: done, TestShop: testShop ?? undefined })
  if (!session().IsLogin) return
  // The app, which has an address below `/`, or a browser with notifications.
  if (location.pathname[1] || globalThis.Notification?.permission === 'granted')
    void import('../identity/devices/keepUp.ts')
  if (chat) (await import('../notices/contact/chat.ts')).loadChat(chat)
}
