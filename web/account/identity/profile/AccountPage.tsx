import { lazy, Suspense } from 'react'
import { Link, Outlet, useNavigate } from 'react-router'
import { identityStatuses } from '#contract/identity/identity.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Notifications } from './Notifications.tsx'
import { Preferences } from './Preferences.tsx'
import { Passkeys } from '../passkeys/Passkeys.tsx'
import { Sessions } from '../security/Sessions.tsx'
import { useIdentityNews } from '../verification/useIdentityNews.ts'
import { langNow } from '#web/text.ts'
import { SettingRow } from '../SettingRow.tsx'
import { useText } from '../text.ts'

/** The last thing of the page. */
const Devices = lazy(async () => ({ default: (await import('../devices/Devices.tsx')).Devices }))

const identityTone = {
  NONE: 'quiet',
  PENDING: 'info',
  NEED_INFO: 'warn',
  PASSED: 'ok',
  REJECTED: 'bad',
} as const satisfies Record<string, Tone>

/** Profile, security and preferences. Each change has a dialog with its own address. */
export default function AccountPage() {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { UserInfo: user, subAccount } = useSession()
  const news = useIdentityNews(!subAccount && user?.statusList.identity === 'PENDING')
  if (!user) return <Skeleton height={320} />
  const { statusList } = user
  // Sent back: it is waiting for its owner, not for staff.
  const sentBack = statusList.identity === 'PENDING' && news?.status === 'NEED_INFO'
  const identity = sentBack ? 'NEED_INFO' : statusList.identity
  const to = (what: string) => void navigate(paths.accountDialog(what))
  const google = reachable(paths.googleAuth) ? paths.googleAuth : paths.accountDialog('google')
  return (
    <PageFrame>
      <Grid min={400} style={{ alignItems: 'start' }}>
        <Stack gap={4}>
          <Panel title={t('identity.profile')}>
            <Facts
              facts={[
                [t('identity.userId'), user.userId],
                [
                  t('identity.nickname'),
                  <Edit key="n" text={user.nickname} onEdit={!subAccount && (() => to('nickname'))} />,
                ],
                [
                  t('identity.mobile'),
                  <Edit key="m" text={user.mobile} onEdit={!subAccount && (() => to('mobile'))} />,
                ],
                ...(user.inviteCode ? [[t('identity.invite'), user.inviteCode] as const] : []),
                [t('identity.since'), showDay(user.createTime)],
              ]}
            />
          </Panel>
          <Preferences />
          {!subAccount && (
            <Panel title={t('identity.identity')}>
              <SettingRow
                tag={<StatusTag tone={identityTone[identity]} text={identityStatuses[identity][langNow()]} />}
                note={sentBack && news.rejectReason ? news.rejectReason : t('identity.identityText')}
              >
                <Button look={sentBack ? 'primary' : 'plain'} onClick={() => to('identity')}>
                  {sentBack
                    ? t('identity.identityComplete')
                    : identity === 'NONE'
                      ? t('identity.identityStart')
                      : t('identity.manage')}
                </Button>
              </SettingRow>
            </Panel>
          )}
        </Stack>
        <Stack gap={4}>
          <Panel title={t('identity.security')}>
            <SettingRow title={t('identity.password')} note={t('identity.passwordText')}>
              <Button onClick={() => to('password')} aria-label={`${t('identity.change')} ${t('identity.password')}`}>
                {t('identity.change')}
              </Button>
            </SettingRow>
            <SettingRow
              title={t('identity.google')}
              tag={
                <StatusTag
                  tone={statusList.googleBind ? 'ok' : 'warn'}
                  text={t(statusList.googleBind ? 'identity.googleOn' : 'identity.googleOff')}
                />
              }
              note={t('identity.googleText')}
            >
              <Button onClick={() => void navigate(google)}>
                {t(statusList.googleBind ? 'identity.manage' : 'identity.bind')}
              </Button>
            </SettingRow>
            {!subAccount && (
              <SettingRow title={t('identity.closing')} note={t('identity.closingText')}>
                <Button look="quiet" onClick={() => to('close')}>
                  {t('identity.closing')}
                </Button>
              </SettingRow>
            )}
          </Panel>
          <Passkeys />
          <Sessions />
          <Notifications />
          {reachable(paths.operate) && <Link to={paths.operate}>{t('identity.log.signIns')}</Link>}
          <Suspense fallback={null}>
            <Devices />
          </Suspense>
        </Stack>
      </Grid>
      <Outlet />
    </PageFrame>
  )
}

function Edit({ text, onEdit }: { text: string; onEdit: false | (() => void) }) {
  const t = useText()
  return (
    <>
      {text}{' '}
      {onEdit && (
        <Button look="quiet" size="s" onClick={onEdit} aria-label={`${t('identity.change')} ${text}`}>
          {t('identity.change')}
        </Button>
      )}
    </>
  )
}
