/** Selects each part of the outside world by its setting (docs/operate/real.md). */
import { mayBeSimulated, type Config } from '../core/settings/config.ts'
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

/** The settings of all parts. With `KAIKA_OUTSIDE=real`, every part that is simulated or not chosen is noted as wrong. */
export function outsideSettings(settings: Settings) {
  const issuers = settings.someOf('KAIKA_ISSUERS', [SIMULATED, LITHIC, STRIPE], [SIMULATED])
  const chosen = {
    rails: railAccountsFrom(settings),
    unionPay: settings.oneOf('KAIKA_UNIONPAY', ['simulated', 'off'], 'simulated'),
    rates: ratesFrom(settings),
    chain: chainFrom(settings),
    mail: smtpFrom(settings),
    sms: smsFrom(settings),
    files: filesFrom(settings),
    keys: keysFrom(settings),
    issuers,
    lithic: issuers.includes(LITHIC) ? lithicFrom(settings) : undefined,
    stripe: issuers.includes(STRIPE) ? stripeFrom(settings) : undefined,
  }
  if (!mayBeSimulated(settings)) noteSimulated(settings, chosen)
  return chosen
}
export type OutsideSettings = ReturnType<typeof outsideSettings>

function noteSimulated(settings: Settings, { unionPay, rates, chain, mail, sms, issuers }: OutsideSettings): void {
  const note = (isSimulated: boolean, name: string, instead: string): void => {
    if (isSimulated) settings.wrong(`${name} is simulated, and KAIKA_OUTSIDE=real allows nothing simulated: ${instead}`)
  }
  note(issuers.includes(SIMULATED), 'KAIKA_ISSUERS', 'name real issuers only')
  note(settings.text('KAIKA_RAILS') === undefined, 'KAIKA_RAILS', 'wechat, alipay, both, or none')
  note(unionPay === 'simulated', 'KAIKA_UNIONPAY', 'off')
  note(rates === 'simulated', 'KAIKA_RATES', 'ecb, or staff')
  note(chain === undefined, 'KAIKA_CHAIN_URL', 'the address of a TronGrid')
  note(sms.kind === 'simulated', 'KAIKA_SMS', 'twilio or aliyun')
  note(mail === undefined, 'KAIKA_SMTP_URL', 'an SMTP server')
  if (mail && settings.text('KAIKA_MAIL_FROM') === undefined)
    settings.wrong('KAIKA_MAIL_FROM is missing: KAIKA_OUTSIDE=real needs the sender of mail')
}

type Chosen = OutsideSettings & {
  simulated: boolean
  simulatorsPort: number
  secrets: Pick<Config['secrets'], 'issuerSecret' | 'chainSeed'>
}

/** The outside world. Parts that have no real account are simulated, unless nothing may be. */
export function outsideOf({ simulated, simulatorsPort, secrets, ...chosen }: Chosen): Outside {
  const { rails, unionPay, rates, chain, mail, sms, issuers, lithic, stripe } = chosen
  const world =
    simulated &&
    simulatedOutside({
      simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
      secret: secrets.issuerSecret,
      chainSeed: secrets.chainSeed,
    })
  const part = <K extends keyof Outside>(name: K, real: Outside[K] | undefined): Outside[K] => {
    if (real !== undefined) return real
    if (!world) throw new ConfigProblem(`KAIKA_OUTSIDE=real: ${name} would be simulated`)
    return world[name]
  }
  const made = [
    ...(world ? world.issuers.values() : []),
    ...(lithic ? [lithicIssuer(lithic)] : []),
    ...(stripe ? [stripeIssuer(stripe)] : []),
  ]
  const { UNIONPAY, ...yuan } = world ? world.payments : {}
  return {
    issuers: new Map(made.filter(({ id }) => issuers.some((named) => named === id)).map((one) => [one.id, one])),
    sms: part('sms', sms.kind === 'simulated' ? undefined : smsOf(sms)),
    mail: part('mail', mail && smtpMail(mail)),
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
