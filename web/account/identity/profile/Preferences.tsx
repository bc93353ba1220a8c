import { useMemo } from 'react'
import { preferences } from '#contract/identity/security.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { store } from '#web/parts/client/session.ts'
import { chooseTheme, useTheme } from '#web/parts/theme.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Grid, Stack } from '#web/ui/layout.tsx'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { changeText, langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** Language and theme apply immediately in this browser; an account's language and time zone also to what the server writes. */
export function Preferences() {
  const t = useText()
  const theme = useTheme()
  const { UserInfo: user, subAccount } = useSession()
  const save = useCall(preferences)
  const zones = useMemo(() => {
    const all = Intl.supportedValuesOf('timeZone')
    return [...new Set(['Asia/Shanghai', 'Asia/Hong_Kong', 'UTC', user?.timeZone ?? 'UTC', ...all])]
  }, [user?.timeZone])
  const speak = async (lang: 'cn' | 'en') => {
    await changeText(lang)
    store('lang', lang)
    if (!subAccount) save.mutate({ lang })
  }
  const live = async (timeZone: string) => {
    await save.mutateAsync({ timeZone })
    await loadUserInfo()
    toast.ok(t('identity.timeZoneSaved'))
  }
  return (
    <Panel title={t('identity.preferences')}>
      <Stack gap={4}>
        <Grid min={200}>
          <Field label={t('identity.language')} group>
            {() => (
              <Segmented
                label={t('identity.language')}
                value={langNow()}
                options={[
                  { value: 'cn', label: '中文' },
                  { value: 'en', label: 'English' },
                ]}
                onChange={(lang) => void speak(lang)}
              />
            )}
          </Field>
          <Field label={t('identity.theme')} group>
            {() => (
              <Segmented
                label={t('identity.theme')}
                value={theme}
                options={[
                  { value: 'light', label: t('identity.light') },
                  { value: 'dark', label: t('identity.dark') },
                ]}
                onChange={chooseTheme}
              />
            )}
          </Field>
        </Grid>
        {!subAccount && (
          <Combobox
            label={t('identity.timeZone')}
            items={zones.map((zone) => ({ id: zone, text: zone.replaceAll('_', ' ') }))}
            value={user?.timeZone ?? null}
            disabled={save.isPending}
            onChange={(zone) => zone && void live(zone).catch(() => {})}
          />
        )}
      </Stack>
    </Panel>
  )
}
