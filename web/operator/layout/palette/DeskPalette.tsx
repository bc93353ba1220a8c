import { useState } from 'react'
import { searchAccounts } from '#contract/accounts/accounts.ts'
import { show } from '#contract/core/money.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { store } from '#web/parts/client/session.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { PaletteFrame, type Find } from '#web/parts/palette/PaletteFrame.tsx'
import { chooseTheme, useTheme } from '#web/parts/theme.ts'
import { changeText, langNow } from '#web/text.ts'
import { holds, useHolds, useSelf } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { table } from '#web/operator/routes.ts'
import { useText as useDeskText } from '#web/operator/text.ts'
import { useText } from './text.ts'

const PAUSE_MS = 180
const MOST = 6

/** One field for what the user's roles open: pages, accounts, approvals, and whatever has a number. */
export default function DeskPalette({ onSignOut, onClose }: { onSignOut: () => void; onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), PAUSE_MS)
  const groups = [
    { title: t('deskPalette.numbers'), finds: useNumber(text) },
    { title: t('deskPalette.accounts'), finds: useAccounts(text) },
    { title: text === '' ? t('deskPalette.waiting') : t('deskPalette.approvals'), finds: useApprovals(text) },
    { title: t('deskPalette.pages'), finds: usePages(text) },
    { title: t('deskPalette.actions'), finds: useActions(text, onSignOut) },
  ].filter(({ finds }) => finds.length > 0)
  return (
    <PaletteFrame
      label={t('deskPalette.title')}
      hint={t('deskPalette.hint')}
      keys={t('deskPalette.keys')}
      typed={typed}
      onType={setTyped}
      stale={typed.trim() !== text}
      groups={groups}
      nothing={text ? t('deskPalette.nothing', { text }) : t('deskPalette.start')}
      onClose={onClose}
    />
  )
}

function usePages(text: string): Find[] {
  const t = useDeskText()
  const self = useSelf()
  const word = text.toLowerCase()
  return table
    .filter(({ needs }) => holds(self, needs))
    .map(({ path, title, icon }) => ({ to: path, icon, title: t(`desk.${title}`) }))
    .filter(({ title }) => title.toLowerCase().includes(word))
    .slice(0, text === '' ? MOST : undefined)
}

/** What an account is searched by: the end of a card number, a user number, a mobile, a transaction hash. Nothing else is sent while somebody types. */
const ACCOUNT = /^(?:\d{4}|\d{6,15}|(?:0x)?[0-9a-f]{64})$/i

function useAccounts(text: string): Find[] {
  const may = useHolds('staff:account.view')
  const enabled = may && ACCOUNT.test(text)
  const { data } = useAsk(searchAccounts, { keyword: text }, { quiet: true, enabled, keep: false })
  if (!enabled) return []
  return (data?.list ?? [])
    .slice(0, MOST)
    .map(({ accountId, nickname, userNo, mobile, statusText }) => ({
      to: paths.account(accountId),
      icon: 'person',
      title: nickname || userNo,
      note: `${userNo} · ${mobile} · ${statusText}`,
    }))
}

/** Those that wait for the user first; by target, kind or maker once something is typed. */
function useApprovals(text: string): Find[] {
  const input = { pageNo: 1, pageSize: 20, scope: text === '' ? ('inbox' as const) : ('all' as const) }
  const { data } = useAsk(listApprovals, input, { quiet: true, enabled: text === '' || text.length > 1 })
  const word = text.toLowerCase()
  return (data?.data ?? [])
    .filter((one) => `${one.kindText} ${one.target} ${one.maker.name}`.toLowerCase().includes(word))
    .slice(0, MOST)
    .map((one) => ({
      to: paths.approval(one.approvalId),
      icon: 'check',
      title: `${one.kindText} · ${one.target}`,
      note: `${one.maker.name} · ${one.stateText}`,
      amount: one.amount === null ? undefined : show(one.amount),
    }))
}

const ULID = '[0-9A-HJKMNP-TV-Z]{26}'
/** Numbers by their prefix, and the page of the menu that shows such a thing: its roles open it. */
const numbers: readonly (readonly [prefix: string, to: (no: string) => string, of: string])[] = [
  ['apr', paths.approval, paths.approvals],
  ['usr', paths.account, paths.accounts],
  ['tup', paths.topUp, paths.topUps],
  ['fct', paths.forecast, paths.forecasts],
  ['sus', paths.receipt, paths.suspense],
  ['dsp', paths.dispute, paths.disputes],
  ['rbk', paths.railBreak, paths.recon],
  ['trf', paths.bookTransfer, paths.books],
  ['idv', paths.identityCase, paths.identity],
]

function useNumber(text: string): Find[] {
  const t = useText()
  const self = useSelf()
  const desk = useDeskText()
  return numbers.flatMap(([prefix, to, of]) => {
    const page = table.find(({ path }) => path === of)
    if (!new RegExp(`^${prefix}_${ULID}$`).test(text) || !page || !holds(self, page.needs)) return []
    return [
      {
        to: to(text),
        icon: page.icon,
        title: text,
        note: `${t('deskPalette.number')} · ${desk(`desk.${page.title}`)}`,
      },
    ]
  })
}

function useActions(text: string, onSignOut: () => void): Find[] {
  const t = useText()
  const theme = useTheme() === 'dark' ? 'light' : 'dark'
  const lang = langNow() === 'cn' ? 'en' : 'cn'
  const actions = [
    {
      icon: theme === 'light' ? ('sun' as const) : ('moon' as const),
      title: t(`deskPalette.${theme}`),
      words: 'theme dark light 主题 深色 浅色',
      act: () => chooseTheme(theme),
    },
    {
      icon: 'globe' as const,
      title: t('parts.otherLanguage'),
      words: 'language english chinese 中文 语言',
      act: () => void changeText(lang).then(() => store('lang', lang)),
    },
    {
      icon: 'logout' as const,
      title: t('deskPalette.signOut'),
      words: 'sign out log out logout exit 退出',
      act: onSignOut,
    },
  ]
  const word = text.toLowerCase()
  if (word.length < 2) return []
  return actions.filter(({ title, words }) => title.toLowerCase().includes(word) || words.includes(word))
}
