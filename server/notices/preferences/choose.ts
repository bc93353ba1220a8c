import { flag, type Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { events, type NewsEvent } from '#contract/notices/notices.ts'
import { eventGroups } from '#contract/notices/eventGroups.ts'
import { channelsOf, LOW_BALANCE_AT_FIRST, type Channel } from '#contract/notices/notifications.ts'
import type * as contract from '#contract/notices/notifications.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { unseal } from '#server/core/secrets.ts'
import { outside } from '#server/outside/outside.ts'
import { contact } from '../content/contact.ts'
import { maskedEmail } from './email.ts'
import { changeSetting, lockSetting, lowBalanceOf, setChosen, settingOf } from './queries.ts'
import { emailRow, wants } from './spread.ts'

export const notifications: Answer<typeof contract.notifications> = async (actor) => {
  const { lang } = actor.from
  const setting = await settingOf(db, actor)
  return {
    email: setting?.email_enc ? maskedEmail(unseal(emailRow(actor.loginId), setting.email_enc)) : null,
    digest: setting?.digest ?? 'EACH',
    list: (Object.keys(events) as NewsEvent[]).map((event) => {
      const { group, app, sms } = channelsOf(event)
      return {
        event,
        title: events[event].title[lang],
        group,
        groupText: eventGroups[group][lang],
        app: flag(wants(setting, event, 'APP')),
        appFixed: flag(app === undefined),
        sms: flag(sms === 'always' || wants(setting, event, 'SMS')),
        smsFixed: flag(sms === 'always'),
        email: flag(wants(setting, event, 'EMAIL')),
      }
    }),
  }
}

export const chooseChannel: Answer<typeof contract.chooseChannel> = async (actor, { event, channel, on }) => {
  if (isFixed(event, channel)) throw refuse('conflict')
  return transaction(async (tx) => {
    const { chosen } = await lockSetting(tx, actor)
    const name = channel.toLowerCase() as Lowercase<Channel>
    await setChosen(tx, actor, { ...chosen, [event]: { ...chosen[event], [name]: on } })
    const word = events[event].title
    const by = channelWords[channel]
    await record(tx, actor, {
      type: 'PROFILE',
      target: actor.name,
      content: {
        cn: `通知“${word.cn}”：${by.cn}${on ? '开启' : '关闭'}`,
        en: `“${word.en}” ${by.en}: ${on ? 'on' : 'off'}`,
      },
    })
    return { on: flag(on) }
  })
}

const channelWords = {
  APP: { cn: '站内', en: 'in the app' },
  SMS: { cn: '短信', en: 'by SMS' },
  EMAIL: { cn: '邮件', en: 'by email' },
} as const satisfies Record<Channel, Words>

/** What cannot be switched off. */
function isFixed(event: NewsEvent, channel: Channel): boolean {
  const { app, sms } = channelsOf(event)
  return (channel === 'APP' && app === undefined) || (channel === 'SMS' && sms === 'always')
}

export const chooseDigest: Answer<typeof contract.chooseDigest> = (actor, { digest }) =>
  transaction(async (tx) => {
    await lockSetting(tx, actor)
    await changeSetting(tx, actor, { digest })
    return { digest }
  })

export const chooseLowBalance: Answer<typeof contract.chooseLowBalance> = (actor, { lowBalance }) =>
  transaction(async (tx) => {
    const before = (await lockSetting(tx, actor)).low_balance_cents
    const after = lowBalance === 0 ? null : lowBalance
    await changeSetting(tx, actor, { low_balance_cents: after })
    await record(tx, actor, {
      type: 'PROFILE',
      target: actor.name,
      content: {
        cn: after === null ? '关闭卡片余额提醒' : `卡片余额低于 ${show(after)} 时提醒`,
        en: after === null ? 'Low-balance alert off' : `Alert below ${show(after)} on a card`,
      },
      before,
      after,
    })
    return { lowBalance: after ?? LOW_BALANCE_AT_FIRST, alert: flag(after !== null) }
  })

export const consoleState: Answer<typeof contract.consoleState> = async (actor) => {
  const [setting, low, { chat }] = await Promise.all([
    settingOf(db, actor),
    lowBalanceOf(db, actor.accountId),
    contact(actor, {}),
  ])
  return {
    guideDone: flag(setting?.guide_done_at),
    lowBalance: low ?? LOW_BALANCE_AT_FIRST,
    alert: flag(low !== undefined),
    chat,
    testShop: outside.testShop ?? null,
  }
}

export const guideSeen: Answer<typeof contract.guideSeen> = (actor) =>
  transaction(async (tx) => {
    const { guide_done_at: done } = await lockSetting(tx, actor)
    if (!done) await changeSetting(tx, actor, { guide_done_at: now() })
    return { ok: flag(true) }
  })
