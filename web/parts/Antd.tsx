/**
 * antd in the consoles' own colours. Only pages with an antd component load it; such a component wraps itself in this. The colours are read from tokens.css, so
 * there is one palette.
 */
import { ConfigProvider, theme as antd, type ThemeConfig } from 'antd'
import cn from 'antd/locale/zh_CN'
import en from 'antd/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useMemo, type ReactNode } from 'react'
import { useTheme, type Theme } from './theme.ts'
import { useLang } from '../text.ts'

function themeOf(theme: Theme): ThemeConfig {
  const css = getComputedStyle(document.documentElement)
  const token = (name: string) => css.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    hashed: false,
    token: {
      fontFamily: token('font'),
      borderRadius: 8,
      controlHeight: 36,
      colorPrimary: token('brand'),
      colorLink: token('brand'),
      colorSuccess: token('ok'),
      colorWarning: token('warn'),
      colorError: token('bad'),
      colorInfo: token('info'),
      colorTextBase: token('ink'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextTertiary: token('ink-3'),
      colorTextQuaternary: token('ink-3'),
      colorTextPlaceholder: token('ink-3'),
      colorTextDescription: token('ink-3'),
      colorBgBase: token('surface'),
      colorBgContainer: token('surface'),
      colorBgElevated: token('surface'),
      colorBgLayout: token('paper'),
      colorBorder: token('line-strong'),
      colorBorderSecondary: token('line'),
      controlOutlineWidth: 3,
      boxShadowSecondary: token('lift'),
    },
    components: {
      Table: {
        headerBg: token('sunken'),
        headerColor: token('ink-2'),
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        rowHoverBg: token('hover'),
        rowSelectedBg: token('brand-soft'),
        rowSelectedHoverBg: token('brand-soft'),
        cellPaddingBlock: 11,
        fontWeightStrong: 500,
      },
    },
  }
}

export function Antd({ children }: { children: ReactNode }) {
  const lang = useLang()
  const theme = useTheme()
  const config = useMemo(() => themeOf(theme), [theme])
  const chinese = lang !== 'en'
  dayjs.locale(chinese ? 'zh-cn' : 'en')
  return (
    <ConfigProvider theme={config} locale={chinese ? cn : en} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
