import { channelsOf, type Channel } from '#contract/notices/notifications.ts'
import { events, type NewsEvent } from '#contract/notices/notices.ts'
import type { SettingRow } from './queries.ts'

/** Whether this login wants the event on this channel: its own choice, or the default of the table. */
export function wants(setting: SettingRow | undefined, event: NewsEvent, channel: Channel): boolean {
  const { sms, email } = channelsOf(event)
  const chosen = setting?.chosen[event]
  return channel === 'SMS' ? sms !== 'always' && (chosen?.sms ?? sms === 'on') : (chosen?.email ?? email === 'on')
}

/** In the daily digest: what always goes there, and what is not urgent for those who chose it. */
export const waitsForDigest = (setting: SettingRow, event: NewsEvent): boolean =>
  channelsOf(event).daily === true || (setting.digest === 'DAILY' && events[event].level === 'INFO')
