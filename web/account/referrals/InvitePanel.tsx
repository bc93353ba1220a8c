import type { Output } from '#contract/core/call.ts'
import type { referralHome } from '#contract/referrals/referrals.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Facts, Muted, Row, Stack } from '#web/ui/layout.tsx'
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
      <Row gap={5} align="start" className={css.invite}>
        <Stack>
          <p>{t('referrals.lead', { months: home.months, count: home.months })}</p>
          <Facts
            facts={[
              [t('referrals.link'), <Copyable key="link" label={t('referrals.link')} text={link} />],
              [t('referrals.code'), <Copyable key="code" label={t('referrals.code')} text={home.inviteCode} />],
            ]}
          />
          <Muted as="p">
            {t('referrals.rates', { open: percent(open), load: percent(load), plan: percent(plan) })}
            {home.bonusBps > 0 && ` · ${t('referrals.bonus', { bonus: percent(home.bonusBps) })}`}
          </Muted>
        </Stack>
        <figure className={css.qr}>
          <Qr text={link} size={148} label={t('referrals.qr')} />
          <figcaption>{t('referrals.qr')}</figcaption>
        </figure>
      </Row>
    </Panel>
  )
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} what={label} />
    </>
  )
}
