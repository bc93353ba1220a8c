/** Notification settings, and what the console requests at start: by event and channel, low balance, first run. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { cents, Cents, Flag, pattern, Time, yesNo, type Words } from '../core/fields.ts'
import { eventGroups, type EventGroup } from './eventGroups.ts'
import { events, type NewsEvent } from './notices.ts'

export { consoleState, guideSeen } from './consoleState.ts'

const notificationChannels = {
  APP: { cn: '站内', en: 'In app' },
  SMS: { cn: '短信', en: 'SMS' },
  EMAIL: { cn: '邮件', en: 'Email' },
} as const satisfies Record<string, Words>
export type Channel = keyof typeof notificationChannels

export const enums = { eventGroup: eventGroups, notificationChannel: notificationChannels }

/**
 * `always`: the operation sends the message itself, and it cannot be switched off. `app`: where it may be switched off in the app as well; then nothing is told of it by any
 * channel.
 */
type Channels = {
  group: EventGroup
  app?: 'on' | 'off'
  sms: 'always' | 'on' | 'off'
  email: 'on' | 'off'
  daily?: true
}

/** In the app unless it may be switched off there; by SMS for security, money in and out, and shutdown. Events not listed follow their level. */
const named: Readonly<Record<string, Channels>> = {
  login_new_device: { group: 'SECURITY', sms: 'on', email: 'on' },
  remember_copied: { group: 'SECURITY', sms: 'on', email: 'on' },
  password_changed: { group: 'SECURITY', sms: 'on', email: 'on' },
  mobile_changed: { group: 'SECURITY', sms: 'always', email: 'on' },
  google_changed: { group: 'SECURITY', sms: 'on', email: 'on' },
  passkey_changed: { group: 'SECURITY', sms: 'on', email: 'on' },
  passkey_cloned: { group: 'SECURITY', sms: 'on', email: 'on' },
  export_full: { group: 'SECURITY', sms: 'on', email: 'on' },
  export_ready: { group: 'SECURITY', sms: 'off', email: 'off' },
  topup_credited: { group: 'MONEY', sms: 'on', email: 'on' },
  topup_failed: { group: 'MONEY', sms: 'on', email: 'on' },
  topup_partial: { group: 'MONEY', sms: 'on', email: 'on' },
  topup_over_limit: { group: 'MONEY', sms: 'on', email: 'on' },
  topup_mismatch: { group: 'MONEY', sms: 'on', email: 'on' },
  forecast_result: { group: 'MONEY', sms: 'on', email: 'on' },
  withdrawal_result: { group: 'MONEY', sms: 'on', email: 'on' },
  refund_posted: { group: 'MONEY', sms: 'off', email: 'off' },
  refund_under_review: { group: 'MONEY', sms: 'off', email: 'on' },
  refund_returned: { group: 'MONEY', sms: 'off', email: 'on' },
  negative_balance: { group: 'MONEY', sms: 'on', email: 'on' },
  debt_from_cards: { group: 'MONEY', sms: 'on', email: 'on' },
  negative_cleared: { group: 'MONEY', sms: 'off', email: 'on' },
  commission_in: { group: 'MONEY', sms: 'off', email: 'on', daily: true },
  card_low_balance: { group: 'CARDS', sms: 'off', email: 'on' },
  card_declined: { group: 'CARDS', app: 'on', sms: 'off', email: 'off' },
  sub_card_declined: { group: 'CARDS', app: 'off', sms: 'off', email: 'off' },
  limit_near: { group: 'CARDS', app: 'on', sms: 'off', email: 'off' },
  batch_done: { group: 'CARDS', sms: 'off', email: 'off' },
  decline_warn_300: { group: 'CARDS', sms: 'always', email: 'on' },
  decline_warn_400: { group: 'CARDS', sms: 'always', email: 'on' },
  account_shutdown: { group: 'ACCOUNT', sms: 'always', email: 'on' },
  sub_welcome: { group: 'ACCOUNT', sms: 'on', email: 'off' },
  account_restored: { group: 'ACCOUNT', sms: 'on', email: 'on' },
  account_closing: { group: 'ACCOUNT', sms: 'on', email: 'on' },
  account_paid_out: { group: 'ACCOUNT', sms: 'on', email: 'on' },
  account_payout_returned: { group: 'ACCOUNT', sms: 'on', email: 'on' },
}

export const channelsOf = (event: NewsEvent): Channels =>
  named[event] ?? {
    group: event.startsWith('card_') ? 'CARDS' : 'ACCOUNT',
    sms: 'off',
    email: events[event].level === 'INFO' ? 'off' : 'on',
  }

/** The default threshold below which lists mark a card's balance: the next purchase is likely to be declined. */
export const LOW_BALANCE_AT_FIRST = 500

const EventName = z.enum(Object.keys(events) as [NewsEvent, ...NewsEvent[]])
const Digest = z.enum(['EACH', 'DAILY'])

export const notifications = call({
  on: 'GET /api/user/notifications',
  title: '通知设置 Notification preferences',
  who: 'member',
  input: nothing,
  output: z.object({
    /** Masked; null without a verified address. */
    email: z.nullable(z.string()),
    digest: Digest,
    list: z.array(
      z.object({
        event: EventName,
        title: z.string(),
        group: z.string(),
        groupText: z.string(),
        app: Flag,
        /** Cannot be switched off. */
        appFixed: Flag,
        sms: Flag,
        smsFixed: Flag,
        email: Flag,
      }),
    ),
  }),
  refusals: [],
})

export const chooseChannel = call({
  on: 'POST /api/user/notifications/channel',
  title: '通知渠道 Set the channel of a notification',
  who: 'member',
  input: z.object({ event: EventName, channel: z.enum(['APP', 'SMS', 'EMAIL']), on: yesNo }),
  output: z.object({ on: Flag }),
  refusals: ['conflict'],
})

export const chooseDigest = call({
  on: 'POST /api/user/notifications/digest',
  title: '邮件汇总 Email immediately or daily',
  who: 'member',
  input: z.object({ digest: Digest }),
  output: z.object({ digest: Digest }),
  refusals: [],
})

/** 0 switches the alert off; lists then mark balances below the default threshold. */
export const chooseLowBalance = call({
  on: 'POST /api/user/notifications/lowBalance',
  title: '余额提醒 Low-balance alert',
  who: 'parent',
  input: z.object({ lowBalance: cents(0, 1_000_000) }),
  output: z.object({ lowBalance: Cents, alert: Flag }),
  refusals: [],
})

const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(120),
    z.regex(/^[\w.+-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z]{2,24}$/, 'email'),
  ) as unknown as z.ZodMiniType<string, string>

export const emailCode = call({
  on: 'POST /api/user/email/getCode',
  title: '邮箱验证码 Send a code by email',
  who: 'member',
  perMinute: 20,
  input: z.object({ email: Email }),
  output: z.object({ codeId: z.string(), target: z.string(), expireTime: Time, nextTime: Time }),
  refusals: ['too_fast'],
})

export const confirmEmail = call({
  on: 'POST /api/user/email/confirm',
  title: '确认邮箱 Confirm the email address',
  who: 'member',
  input: z.object({ code: pattern(/^\d{6}$/, 'code_shape') }),
  output: z.object({ email: z.string() }),
  refusals: ['code_wrong', 'code_expired', 'code_locked'],
})

export const removeEmail = call({
  on: 'POST /api/user/email/remove',
  title: '移除邮箱 Remove the email address',
  who: 'member',
  input: nothing,
  output: z.object({ ok: Flag }),
  refusals: [],
})
