import { channelsOf, type Channel } from '#contract/notices/notifications.ts'
import { events, type NewsEvent } from '#contract/notices/notices.ts'
import type { SettingRow } from './queries.ts'

/** Does this login want to hear of it there? What was chosen, or else what the table says. */
export function wants(setting: SettingRow | undefined, event: NewsEvent, channel: Channel): boolean {
  const { sms, email } = channelsOf(event)
  const chosen = setting?.chosen[event]
  return channel === 'SMS' ? sms !== 'always' && (chosen?.sms ?? sms === 'on') : (chosen?.email ?? email === 'on')
}

/** In the message of the day: what is always told so, and what is not urgent for those who chose it. */
export const waitsForDigest = (setting: SettingRow, event: NewsEvent): boolean =>
  channelsOf(event).daily === true || (setting.digest === 'DAILY' && events[event].level === 'INFO')
