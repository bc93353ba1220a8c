import { endSessions, listSessions } from '#contract/identity/security.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SettingRow } from '../SettingRow.tsx'
import { useText } from '../text.ts'

/** Active sessions, each with a sign-out button. */
export function Sessions() {
  const t = useText()
  const query = useAsk(listSessions, {}, { everyMs: 30_000, live: ['account'] })
  const end = useCall(endSessions, {
    refreshes: [listSessions],
    onDone: ({ ended }) => toast.ok(t('identity.signedOutOthers', { count: ended })),
  })
  const list = query.data?.list
  const others = list?.some(({ current }) => current === 0)
  return (
    <Panel
      title={t('identity.sessions')}
      extra={
        others && (
          <Button size="s" loading={end.isPending} onClick={() => end.mutate({})}>
            {t('identity.signOutOthers')}
          </Button>
        )
      }
    >
      <Muted as="p">{query.data && t('identity.sessionsText', { most: query.data.most })}</Muted>
      {!list && <SkeletonLines lines={3} />}
      {list?.map((session) => (
        <SettingRow
          key={session.sessionId}
          title={`${session.browser} · ${session.device}`}
          tag={session.current === 1 && <StatusTag tone="ok" text={t('identity.thisSession')} />}
          note={`${session.ip} ${session.ipArea} · ${t('identity.lastActive')} ${showTime(session.lastActiveTime)}`}
        >
          {session.current === 0 && (
            <Button size="s" look="quiet" onClick={() => end.mutate({ sessionId: session.sessionId })}>
              {t('identity.signOutOne')}
            </Button>
          )}
        </SettingRow>
      ))}
    </Panel>
  )
}
