import type { Output } from '#contract/core/call.ts'
import type { referralHome } from '#contract/referrals/referrals.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useText } from './text.ts'
import css from './Rebate.module.css'

export type Home = Output<typeof referralHome>

/** The server returns the path; the link uses this page's origin. */
export const linkOf = (path: string): string => new URL(path, location.origin).href
export const percent = (bps: number): string => `${bps / 100}%`

/** What to share: a link, a code and a QR code of the link; and what it earns. */
export function InvitePanel({ home }: { home: Home }) {
  const t = useText()
  const link = linkOf(home.inviteUrl)
  const { open, load, plan } = home.rateBps
  return (
    <Panel title={t('referrals.invite')} extra={<Tag tone="brand">{home.levelText}</Tag>}>
      <div className={css.invite}>
        <div className={css.lines}>
          <p className={css.lead}>{t('referrals.lead', { months: home.months, count: home.months })}</p>
          <div className={css.copyable}>
            <small>{t('referrals.link')}</small>
            <code>{link}</code>
            <CopyButton text={link} what={t('referrals.link')} />
          </div>
          <div className={css.copyable}>
            <small>{t('referrals.code')}</small>
            <code>{home.inviteCode}</code>
            <CopyButton text={home.inviteCode} what={t('referrals.code')} />
          </div>
          <p className={css.small}>
            {t('referrals.rates', { open: percent(open), load: percent(load), plan: percent(plan) })}
            {home.bonusBps > 0 && ` · ${t('referrals.bonus', { bonus: percent(home.bonusBps) })}`}
          </p>
        </div>
        <figure className={css.qr}>
          <Qr text={link} size={148} label={t('referrals.qr')} />
          <figcaption>{t('referrals.qr')}</figcaption>
        </figure>
      </div>
    </Panel>
  )
}
