import { Button } from '../ui/forms/Button.tsx'
import { store } from './client/session.ts'
import { chooseTheme, useTheme } from './theme.ts'
import { changeText, langNow, useText } from '../text.ts'

/** Toggles the language between cn and en, applied immediately and stored. */
export function LangToggle() {
  const t = useText()
  const next = langNow() === 'cn' ? 'en' : 'cn'
  const change = async () => {
    await changeText(next)
    store('lang', next)
  }
  return (
    <Button look="quiet" icon="globe" guardMs={0} lang={next === 'en' ? 'en' : 'zh-CN'} onClick={() => void change()}>
      {t('parts.otherLanguage')}
    </Button>
  )
}

export function ThemeToggle() {
  const t = useText()
  const theme = useTheme()
  return (
    <Button
      look="quiet"
      icon={theme === 'dark' ? 'sun' : 'moon'}
      guardMs={0}
      aria-label={theme === 'dark' ? t('parts.lightTheme') : t('parts.darkTheme')}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  )
}
