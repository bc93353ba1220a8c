/** Notices from the service to everyone. */
import type { NoticeLevel } from '#contract/notices/notices.ts'
import { DAY } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { insertPublicNotice } from '#server/notices/notices.ts'
import type { Agenda } from './agenda.ts'

type Words = { cn: string; en: string }
type Told = { daysAgo: number; kind: 'CAROUSEL' | 'BANNER'; level?: NoticeLevel; title: Words; text: Words }

const told: readonly Told[] = [
  {
    daysAgo: 76,
    kind: 'CAROUSEL',
    title: { cn: '香港 VISA 卡段上线', en: 'Hong Kong Visa cards are here' },
    text: {
      cn: '新增卡段 41111100，适合亚洲商户与 TikTok 广告投放，不校验邮编。',
      en: 'New segment 41111100 works well with Asian merchants and TikTok ads. No ZIP code check.',
    },
  },
  {
    daysAgo: 34,
    kind: 'CAROUSEL',
    title: { cn: '如何降低拒付率', en: 'How to keep your decline rate low' },
    text: {
      cn: '充值时多充 1–2 美元，核对有效期与安全码，停用的卡请先在商户解绑。30 天拒付率超过 5% 将停用全部卡片。',
      en: 'Load $1 to $2 extra, check the expiry date and security code, and remove cards from merchants before you retire them. If your decline rate goes above 5% in 30 days, all cards are stopped.',
    },
  },
  {
    daysAgo: 9,
    kind: 'CAROUSEL',
    title: { cn: 'USDT 充值全天自动到账', en: 'USDT top-ups are credited around the clock' },
    text: {
      cn: '仅支持 TRC20 网络，20 个确认后自动入账，通常 1–5 分钟。',
      en: 'TRC20 only. Credited automatically after 20 confirmations, usually within 1 to 5 minutes.',
    },
  },
  {
    daysAgo: 1,
    kind: 'BANNER',
    level: 'WARN',
    title: { cn: '部分广告平台年终验证加强', en: 'Stricter year-end checks on some ad platforms' },
    text: {
      cn: '近期部分广告平台会先扣 1 美元验证，请保证卡内余额充足。',
      en: 'Some ad platforms now charge $1 to verify a card. Keep enough balance on your cards.',
    },
  },
]

export function announces(agenda: Agenda): void {
  for (const { daysAgo, kind, level = 'INFO', title, text } of told) {
    const startsAt = new Date(agenda.endMs - daysAgo * DAY)
    agenda.alone(startsAt.getTime(), async () => {
      const html = { cn: `<p>${text.cn}</p>`, en: `<p>${text.en}</p>` }
      await insertPublicNotice(db, kind, { noticeId: newId('ntc'), level, title, html, startsAt })
    })
  }
}
