import { useTranslation } from 'react-i18next'
import { Link, Outlet, useNavigate } from 'react-router'
import { identityStatuses } from '#contract/identity/identity.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { langNow } from '#web/text/i18n.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Notifications } from './Notifications.tsx'
import { Preferences } from './Preferences.tsx'
import { Sessions } from '../security/Sessions.tsx'
import { useIdentityNews } from '../verification/useIdentityNews.ts'
import css from '../Identity.module.css'

const identityTone = {
  NONE: 'quiet',
  PENDING: 'info',
  NEED_INFO: 'warn',
  PASSED: 'ok',
  REJECTED: 'bad',
} as const satisfies Record<string, Tone>

/** Who I am, what protects me, and how I like it. What is changed has a dialog with an address. */
export default function AccountPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { UserInfo: user, subAccount } = useSession()
  const news = useIdentityNews(!subAccount && user?.statusList.identity === 'PENDING')
  if (!user) return <Skeleton height={320} />
  const { statusList } = user
  // Sent back: it waits for its owner, and not for staff.
  const sentBack = statusList.identity === 'PENDING' && news?.status === 'NEED_INFO'
  const identity = sentBack ? 'NEED_INFO' : statusList.identity
  const to = (what: string) => void navigate(paths.accountDialog(what))
  const google = reachable(paths.googleAuth) ? paths.googleAuth : paths.accountDialog('google')
  return (
    <PageFrame>
      <div className={css.columns}>
        <div className={css.column}>
          <Panel title={t('personal.profile')}>
            <Facts
              facts={[
                [t('personal.userId'), user.userId],
                [
                  t('personal.nickname'),
                  <Edit key="n" text={user.nickname} onEdit={!subAccount && (() => to('nickname'))} />,
                ],
                [
                  t('personal.mobile'),
                  <Edit key="m" text={user.mobile} onEdit={!subAccount && (() => to('mobile'))} />,
                ],
                ...(user.inviteCode ? [[t('personal.invite'), user.inviteCode] as const] : []),
                [t('personal.since'), showDay(user.createTime)],
              ]}
            />
          </Panel>
          <Preferences />
          {!subAccount && (
            <Panel title={t('personal.identity')}>
              <div className={css.row}>
                <span>
                  <span className={css.head}>
                    <StatusTag tone={identityTone[identity]} text={identityStatuses[identity][langNow()]} />
                  </span>
                  <small>{sentBack && news.rejectReason ? news.rejectReason : t('personal.identityText')}</small>
                </span>
                <Button look={sentBack ? 'primary' : 'plain'} onClick={() => to('identity')}>
                  {sentBack
                    ? t('personal.identityComplete')
                    : identity === 'NONE'
                      ? t('personal.identityStart')
                      : t('personal.manage')}
                </Button>
              </div>
            </Panel>
          )}
        </div>
        <div className={css.column}>
          <Panel title={t('personal.security')}>
            <div className={css.row}>
              <span>
                <strong>{t('personal.password')}</strong>
                <small>{t('personal.passwordText')}</small>
              </span>
              <Button onClick={() => to('password')} aria-label={`${t('personal.change')} ${t('personal.password')}`}>
                {t('personal.change')}
              </Button>
            </div>
            <div className={css.row}>
              <span>
                <span className={css.head}>
                  <strong>{t('personal.google')}</strong>
                  <StatusTag
                    tone={statusList.googleBind ? 'ok' : 'warn'}
                    text={t(statusList.googleBind ? 'personal.googleOn' : 'personal.googleOff')}
                  />
                </span>
                <small>{t('personal.googleText')}</small>
              </span>
              <Button onClick={() => void navigate(google)}>
                {t(statusList.googleBind ? 'personal.manage' : 'personal.bind')}
              </Button>
            </div>
            {!subAccount && (
              <div className={css.row}>
                <span>
                  <strong>{t('personal.closing')}</strong>
                  <small>{t('personal.closingText')}</small>
                </span>
                <Button look="quiet" onClick={() => to('close')}>
                  {t('personal.closing')}
                </Button>
              </div>
            )}
          </Panel>
          <Notifications />
          <Sessions />
          {reachable(paths.operate) && <Link to={paths.operate}>{t('personal.log.signIns')}</Link>}
        </div>
      </div>
      <Outlet />
    </PageFrame>
  )
}

function Edit({ text, onEdit }: { text: string; onEdit: false | (() => void) }) {
  const { t } = useTranslation()
  return (
    <>
      {text}{' '}
      {onEdit && (
        <Button look="quiet" size="s" onClick={onEdit} aria-label={`${t('personal.change')} ${text}`}>
          {t('personal.change')}
        </Button>
      )}
    </>
  )
}
