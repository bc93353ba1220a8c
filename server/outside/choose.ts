/** Selects each part of the outside world by its setting (docs/operate/real.md). */
import { isDemo, type Config } from '../core/settings/config.ts'
import { ConfigProblem, type Settings } from '../core/settings/settings.ts'
import { simulatedOutside, type Outside } from './outside.ts'
import { smtpFrom, smtpMail } from './mail.ts'
import { lithicFrom, lithicIssuer } from './issuers/lithic/lithic.ts'
import { LITHIC } from './issuers/lithic/transactions.ts'
import { SIMULATED } from './issuers/simulatedIssuer.ts'
import { keysFrom } from './keys/keyWrapping.ts'
import { STRIPE } from './issuers/stripe/events.ts'
import { stripeFrom, stripeIssuer } from './issuers/stripe/stripe.ts'
import { railAccountsFrom, withRails } from './rails/rails.ts'
import { ratesFrom, ratesOf } from './rates/rates.ts'
import { filesFrom } from './s3.ts'
import type { Sms } from './sms.ts'
import { aliyunFrom, aliyunSms, type AliyunAccount } from './sms/aliyunSms.ts'
import { twilioFrom, twilioSms, type TwilioAccount } from './sms/twilioSms.ts'
import { chainFrom, tronGrid } from './tronGrid.ts'
import { pushFrom, webPush } from './push/webPush.ts'

/** The settings of all parts. Without `KAIKA_DEMO=on`, every part that is simulated or not chosen is in `simulatedParts`. */
export function outsideSettings(settings: Settings) {
  const parts = partsOf(settings)
  return { ...parts, simulatedParts: isDemo(settings) ? [] : simulatedParts(settings, parts) }
}
export type OutsideSettings = ReturnType<typeof outsideSettings>

function partsOf(settings: Settings) {
  const issuers = settings.someOf('KAIKA_ISSUERS', [SIMULATED, LITHIC, STRIPE], [SIMULATED])
  return {
    rails: railAccountsFrom(settings),
    unionPay: settings.oneOf('KAIKA_UNIONPAY', ['simulated', 'off'], 'simulated'),
    rates: ratesFrom(settings),
    chain: chainFrom(settings),
    mail: smtpFrom(settings),
    push: pushFrom(settings),
    /** A test's own push service, which the demo world only accepts. */
    pushLoopback: settings.isOn('KAIKA_PUSH_LOOPBACK'),
    sms: smsFrom(settings),
    files: filesFrom(settings),
    keys: keysFrom(settings),
    issuers,
    lithic: issuers.includes(LITHIC) ? lithicFrom(settings) : undefined,
    stripe: issuers.includes(STRIPE) ? stripeFrom(settings) : undefined,
  }
}

function simulatedParts(
  settings: Settings,
  { unionPay, rates, chain, mail, sms, issuers }: ReturnType<typeof partsOf>,
): string[] {
  const isMissing = (name: string): boolean => settings.text(name) === undefined
  const parts: [isSimulated: boolean, name: string, instead: string][] = [
    [issuers.includes(SIMULATED), 'KAIKA_ISSUERS', 'name real issuers only'],
    [isMissing('KAIKA_RAILS'), 'KAIKA_RAILS', 'wechat, alipay, both, or none'],
    [unionPay === 'simulated', 'KAIKA_UNIONPAY', 'off'],
    [rates === 'simulated', 'KAIKA_RATES', 'ecb, or staff'],
    [chain === undefined, 'KAIKA_CHAIN_URL', 'the address of a TronGrid'],
    [sms.kind === 'simulated', 'KAIKA_SMS', 'twilio or aliyun'],
    [mail === undefined, 'KAIKA_SMTP_URL', 'an SMTP server'],
    [settings.text('KAIKA_SHOPPERS') === 'on', 'KAIKA_SHOPPERS', 'unset it'],
  ]
  return [
    ...parts.flatMap(([isSimulated, name, instead]) =>
      isSimulated ? `${name} is simulated, which only the demo (KAIKA_DEMO=on) allows: ${instead}` : [],
    ),
    ...(mail && isMissing('KAIKA_MAIL_FROM') ? ['KAIKA_MAIL_FROM is missing: the sender of mail'] : []),
  ]
}

type Chosen = OutsideSettings & {
  simulated: boolean
  simulatorsPort: number
  secrets: Pick<Config['secrets'], 'issuerSecret' | 'chainSeed'>
}

/** The outside world. Parts that have no real account are simulated, unless nothing may be. */
export function outsideOf({ simulated, simulatorsPort, secrets, ...chosen }: Chosen): Outside {
  const { rails, unionPay, rates, chain, mail, sms, issuers, lithic, stripe, push } = chosen
  const world =
    simulated &&
    simulatedOutside({
      simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
      secret: secrets.issuerSecret,
      chainSeed: secrets.chainSeed,
      pushLoopback: chosen.pushLoopback,
    })
  const part = <K extends keyof Outside>(name: K, real: Outside[K] | undefined): Outside[K] => {
    if (real !== undefined) return real
    if (!world) throw new ConfigProblem(`${name} would be simulated, which only the demo (KAIKA_DEMO=on) allows`)
    return world[name]
  }
  const made = [
    ...(world ? world.issuers.values() : []),
    ...(lithic ? [lithicIssuer(lithic)] : []),
    ...(stripe ? [stripeIssuer(stripe)] : []),
  ]
  const { UNIONPAY, ...yuan } = world ? world.payments : {}
  return {
    testShop: world && issuers.some((id) => id === SIMULATED) ? world.testShop : undefined,
    issuers: new Map(made.filter(({ id }) => issuers.some((named) => named === id)).map((one) => [one.id, one])),
    sms: part('sms', sms.kind === 'simulated' ? undefined : smsOf(sms)),
    mail: part('mail', mail && smtpMail(mail)),
    // Without a key, production offers no notifications on devices.
    push: push ? webPush(push) : world ? world.push : undefined,
    chain: part('chain', chain && tronGrid(chain)),
    payments: withRails({ ...yuan, ...(UNIONPAY && unionPay === 'simulated' && { UNIONPAY }) }, rails),
    rates: part('rates', ratesOf(rates)),
    depositAddress: part(
      'depositAddress',
      chain && (async (index) => (await import('./depositAddress.ts')).depositAddress(chain.xpub, index)),
    ),
  }
}

type SmsSettings = { kind: 'simulated' } | ({ kind: 'twilio' } & TwilioAccount) | ({ kind: 'aliyun' } & AliyunAccount)

/** The gateway of `KAIKA_SMS` and its account. */
function smsFrom(settings: Settings): SmsSettings {
  const kind = settings.oneOf('KAIKA_SMS', ['simulated', 'twilio', 'aliyun'], 'simulated')
  const because = `KAIKA_SMS=${kind} needs it`
  if (kind === 'twilio') return { kind, ...twilioFrom(settings, because) }
  return kind === 'aliyun' ? { kind, ...aliyunFrom(settings, because) } : { kind }
}

const smsOf = (settings: Exclude<SmsSettings, { kind: 'simulated' }>): Sms =>
  settings.kind === 'twilio' ? twilioSms(settings) : aliyunSms(settings)
