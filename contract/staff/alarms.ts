/** Alarms: conditions that a person has to look at now. Raised by the server, closed by staff or when the condition ends. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { id, requestNo, text, Time, type Words } from '../core/fields.ts'
import type { StaffKey } from '../core/staffRoles.ts'

export type AlarmRule = {
  readonly name: Words
  /** What happened and what to do, with `{{names}}` from the alarm's detail. */
  readonly text: Words
  /** Staff who hold any of these keys see it and may close it. */
  readonly for: readonly StaffKey[]
}

/** Every kind of alarm. A new kind is a row here; `raiseAlarm` of server/core/alarms.ts takes its name. */
export const alarmKinds = {
  JOB_GIVEN_UP: {
    name: { cn: '任务已放弃重试', en: 'Job out of retries' },
    text: {
      cn: '任务 {{task}} 已用完全部重试。排除原因后，在“系统健康”中重放。',
      en: 'Job {{task}} has used all its attempts. Fix the cause, then replay it on the Health page.',
    },
    for: ['staff:health.view'],
  },
  EVENT_ON_HOLD: {
    name: { cn: '网络通知已挂起', en: 'Network event on hold' },
    text: {
      cn: '一条网络通知与账上记录不符，未入账。请在“挂起的网络通知”中处理。',
      en: 'A network event doesn’t match our records and wasn’t applied. Open Network events on hold.',
    },
    for: ['staff:money.make'],
  },
  CARD_DIFFERS: {
    name: { cn: '卡片与发卡行不一致', en: 'Card differs from the issuer’s' },
    text: {
      cn: '发卡行的卡片 {{card}} 与我方记录不一致。请在“对账”中查看差异并处理。',
      en: 'Card {{card}} at the issuer doesn’t match our records. Open Reconciliation and resolve the break.',
    },
    for: ['staff:books.make'],
  },
  PROGRAM_COVER_LOW: {
    name: { cn: '备付金不足两天', en: 'Less than two days of prefunding' },
    text: {
      cn: '发卡行 {{issuer}} 的备付金按近 7 日用量只够 {{days}} 天，请在“发卡行与项目”中补足。',
      en: 'Days of prefunding left at {{issuer}}, at the rate of the last 7 days: {{days}}. Open Issuers and programmes and prefund it.',
    },
    for: ['staff:treasury.view'],
  },
  PROGRAM_COVER_CRITICAL: {
    name: { cn: '备付金不足一天', en: 'Less than one day of prefunding' },
    text: {
      cn: '发卡行 {{issuer}} 的备付金按近 7 日用量只够 {{days}} 天，即将无法消费。请立即在“发卡行与项目”中补足。',
      en: 'Days of prefunding left at {{issuer}}, at the rate of the last 7 days: {{days}}. Purchases are about to fail. Prefund it now in Issuers and programmes.',
    },
    for: ['staff:treasury.view'],
  },
  PROGRAM_BELOW_FLOOR: {
    name: { cn: '备付金低于下限，已停止开卡', en: 'Below the floor: no cards are opened' },
    text: {
      cn: '发卡行 {{issuer}} 的备付金低于设定的下限，其卡段已停止开卡。请在“发卡行与项目”中补足；回到下限以上后自动恢复。',
      en: 'Prefunding at {{issuer}} is below its floor, so its segments open no cards. Prefund it in Issuers and programmes. Opening resumes automatically above the floor.',
    },
    for: ['staff:treasury.view'],
  },
  PROGRAM_DIFFERS: {
    name: { cn: '发卡行余额与账簿不符', en: 'Issuer’s balance differs from the books' },
    text: {
      cn: '发卡行 {{issuer}} 的余额与我方账簿不符。请在“发卡行与项目”中查看差额，并在“对账”中处理。',
      en: 'The balance at {{issuer}} doesn’t match our books. See the difference in Issuers and programmes, and resolve the break in Reconciliation.',
    },
    for: ['staff:treasury.view', 'staff:books.make'],
  },
  PAYMENT_CURRENCY: {
    name: { cn: '付款币种不符', en: 'Payment in another currency' },
    text: {
      cn: '支付通道报告了一笔 {{currency}} 付款，我方只收人民币，未入账。请在“对账”中查看差异并联系通道。',
      en: 'A provider reports a payment in {{currency}}. Only yuan are accepted, so it wasn’t booked. Open Reconciliation, find the break, and contact the provider.',
    },
    for: ['staff:books.make'],
  },
  BOOKS_BROKEN: {
    name: { cn: '账簿校验不符', en: 'Books don’t verify' },
    text: {
      cn: '账簿校验发现 {{breaks}} 处不符，第一处为 {{check}}。请在“账簿”中查看并查明原因；再次完整校验无误后，本告警自动解除。',
      en: 'The books don’t verify. Breaks found: {{breaks}}. The first is {{check}}. Open Books and find the cause. The alarm ends when a full check finds nothing.',
    },
    for: ['staff:books.view'],
  },
  WORKER_DEAF: {
    name: { cn: '后台任务停摆', en: 'Job worker not working' },
    text: {
      cn: '一台服务器已有 {{seconds}} 秒没有领取后台任务，自动重启任务进程没有效果。请查看日志，必要时重启该服务器。',
      en: 'A server hasn’t picked up jobs for {{seconds}} seconds, and restarting its worker didn’t help. Check its log, and restart the server if it doesn’t recover.',
    },
    for: ['staff:health.view'],
  },
  SIGN_IN_ATTACK: {
    name: { cn: '登录遭到攻击', en: 'Sign-in under attack' },
    text: {
      cn: '一天内有 {{origins}} 个来源对同一登录名输错密码或验证码。其他来源已逐步限速；本人的常用设备不受影响。如有疑问，请联系本人并更换密码。',
      en: '{{origins}} origins have failed to sign in to one login within a day. Unknown devices are slowed down; the owner’s known devices are not affected. Contact the owner if in doubt.',
    },
    for: ['staff:health.view', 'staff:risk.view', 'staff:people.view'],
  },
  SIGN_IN_SPRAY: {
    name: { cn: '同一来源尝试大量登录名', en: 'Many logins tried from one address' },
    text: {
      cn: '一天内同一地址段对 {{names}} 个登录名输错密码或验证码。请在防火墙或代理上限制该地址段；若是自己的代理，请设置 KAIKA_TRUSTED_PROXIES。',
      en: 'One address range has failed to sign in to {{names}} logins within a day. Block it at the firewall or proxy; if it is your own proxy, set KAIKA_TRUSTED_PROXIES.',
    },
    for: ['staff:health.view', 'staff:risk.view', 'staff:people.view'],
  },
  PASSKEY_COPIED: {
    name: { cn: '员工通行密钥可能被复制', en: 'A staff passkey may have been copied' },
    text: {
      cn: '员工的通行密钥 {{passkey}} 登录时签名计数发生回退，已拒绝。请联系本人，删除该通行密钥，必要时停用其账号。',
      en: 'A sign-in with staff passkey {{passkey}} was refused because its counter had gone back. Contact its owner, remove the passkey and disable the login if in doubt.',
    },
    for: ['staff:people.view'],
  },
  ISSUER_DOOR_REFUSED: {
    name: { cn: '卡组织接口屡遭未授权访问', en: 'Repeated attempts at the network’s endpoint' },
    text: {
      cn: '十分钟内 {{attempts}} 次未授权请求以发卡行 {{issuer}} 的名义访问授权接口，已全部拒绝，最近一次来自 {{address}}。若发卡行更换了地址或证书，请更新 KAIKA_ISSUER_ADDRESSES 或 KAIKA_ISSUER_CLIENTS；否则请在防火墙上拦截。',
      en: 'Requests refused at the endpoint of {{issuer}} within ten minutes: {{attempts}}, the last from {{address}}. If the issuer has a new address or certificate, update KAIKA_ISSUER_ADDRESSES or KAIKA_ISSUER_CLIENTS. Otherwise block it at the firewall.',
    },
    for: ['staff:health.view', 'staff:risk.view'],
  },
  REVEAL_CAP: {
    name: { cn: '员工查看明文达到当日上限', en: 'Daily limit of reveals reached' },
    text: {
      cn: '一名员工今日查看同类个人信息明文已达 {{limit}} 次上限，更多查看已被拒绝。请在审计日志中核对其原因；如有疑问，请停用该员工。',
      en: 'A staff member has viewed personal data of one kind {{limit}} times today, the daily limit. Further views are refused. Check the reasons in the staff audit; disable the staff member if in doubt.',
    },
    for: ['staff:people.view', 'staff:audit.view'],
  },
  CLOCK_SKEW: {
    name: { cn: '服务器时钟不一致', en: 'Server clock out of sync' },
    text: {
      cn: '一台服务器的时钟与数据库相差 {{seconds}} 秒，已停止服务。请校准服务器或数据库的时钟（NTP），校准后自动恢复。',
      en: 'A server’s clock is {{seconds}} seconds ahead of the database’s (negative: behind). It has stopped serving. Check NTP on both machines; it resumes automatically.',
    },
    for: ['staff:health.view'],
  },
} as const satisfies Record<string, AlarmRule>
export type AlarmKind = keyof typeof alarmKinds

export const Alarm = z.object({
  alarmId: z.string(),
  kind: z.string(),
  name: z.string(),
  text: z.string(),
  /** Id of what the alarm is about: a card, an event, a server. Never personal data. */
  subject: z.string(),
  times: z.int(),
  raisedTime: Time,
  lastTime: Time,
})
export type Alarm = z.infer<typeof Alarm>

/** Open alarms of this person's roles, newest first. */
export const listAlarms = call({
  on: 'GET /api/operator/alarms',
  title: '告警 Alarms',
  who: 'staff',
  perMinute: 120,
  input: nothing,
  output: z.object({ data: z.array(Alarm), count: z.int() }),
  refusals: [],
})

/** Closed with the reason in the audit. If the condition occurs again, a new alarm is raised. */
export const closeAlarm = call({
  on: 'POST /api/operator/alarms/close',
  title: '关闭告警 Close an alarm',
  who: 'staff',
  once: true,
  input: z.object({ alarmId: id('alm'), reason: text(500, 2), requestNo }),
  output: z.object({ alarmId: z.string() }),
  refusals: ['not_found'],
})
