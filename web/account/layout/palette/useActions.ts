import { store } from '#web/parts/client/session.ts'
import type { Find } from '#web/parts/palette/PaletteFrame.tsx'
import { chooseTheme, useTheme } from '#web/parts/theme.ts'
import { changeText, langNow } from '#web/text.ts'
import { signOut } from '#web/account/identity/signIn/signOut.ts'
import { openContact } from '#web/account/notices/contact/openContact.ts'
import { openNews } from '#web/account/notices/openNews.ts'
import { showAround } from '#web/account/showAround.ts'
import { useText } from './text.ts'

type Action = Find & { act: () => void; words: string }

/** What the console itself does, by words of both languages. */
export function useActions(text: string, onFold: () => void): Find[] {
  const t = useText()
  const theme = useTheme() === 'dark' ? 'light' : 'dark'
  const lang = langNow() === 'cn' ? 'en' : 'cn'
  const switchLang = async () => {
    await changeText(lang)
    store('lang', lang)
  }
  const actions: Action[] = [
    {
      icon: theme === 'light' ? 'sun' : 'moon',
      title: t(`palette.act.${theme}`),
      words: 'theme dark light mode 主题 深色 浅色 夜间',
      act: () => chooseTheme(theme),
    },
    {
      icon: 'globe',
      title: t('parts.otherLanguage'),
      words: 'language english chinese 中文 语言',
      act: () => void switchLang(),
    },
    { icon: 'menu', title: t('palette.act.menu'), words: 'menu sidebar collapse 菜单 侧栏 收起', act: onFold },
    { icon: 'bell', title: t('palette.act.notices'), words: 'notices notifications 通知 消息', act: openNews },
    {
      icon: 'help',
      title: t('palette.act.contact'),
      words: 'help support service contact 帮助 客服',
      act: openContact,
    },
    { icon: 'info', title: t('palette.act.around'), words: 'help tour guide 帮助 导览', act: showAround },
    {
      icon: 'logout',
      title: t('palette.act.signOut'),
      words: 'sign out log out logout exit 退出 登出',
      act: () => void signOut().catch(() => {}),
    },
  ]
  const word = text.toLowerCase()
  if (word.length < 2) return []
  return actions.filter(({ title, words }) => title.toLowerCase().includes(word) || words.includes(word))
}
