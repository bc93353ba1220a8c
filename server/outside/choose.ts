import type { Config } from '../core/settings/config.ts'
import { ConfigProblem, type Settings } from '../core/settings/settings.ts'
import { tellFault } from '../core/log.ts'
import { OutsideRefused, OutsideUnknown } from './ask.ts'
import { simulatedOutside, type Outside } from './outside.ts'
import { smtpMail } from './mail.ts'
import { aliyunSms } from './sms/aliyunSms.ts'
import { twilioSms } from './sms/twilioSms.ts'
import { lithicFrom, lithicIssuer } from './issuers/lithic/lithic.ts'
import { LITHIC } from './issuers/lithic/transactions.ts'
import { SIMULATED } from './issuers/simulatedIssuer.ts'
import { railAccountsFrom, withRails } from './rails/rails.ts'
import type { Sms } from './sms.ts'
import { tronGrid } from './tronGrid.ts'

/** The settings of the adapters that have their own. */
export function outsideSettings(settings: Settings) {
  const issuers = settings.someOf('KAIKA_ISSUERS', [SIMULATED, LITHIC], [SIMULATED])
  return {
    rails: railAccountsFrom(settings),
    issuers,
    lithic: issuers.includes(LITHIC) ? lithicFrom(settings) : undefined,
  }
}

/** Selects the outside world by the settings. The chain can be real while the issuer is simulated. */
export function outsideOf({
  simulated,
  simulatorsPort,
  chain,
  mail,
  sms,
  rails,
  issuers,
  lithic,
  secrets,
}: Config & ReturnType<typeof outsideSettings>): Outside {
  if (!simulated) throw new ConfigProblem('no adapter of a real issuer is built in yet: leave KAIKA_OUTSIDE unset')
  const world = simulatedOutside({
    simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
    secret: secrets.issuerSecret,
    chainSeed: secrets.chainSeed,
  })
  const { url, key, xpub } = chain
  // Addresses without a private key would swallow real money.
  if (!url.startsWith('http://127.0.0.1:') && xpub === undefined)
    throw new ConfigProblem('KAIKA_CHAIN_URL needs KAIKA_XPUB, the key that deposit addresses come from')
  const { payments } = world
  const made = [...world.issuers.values(), ...(lithic ? [lithicIssuer(lithic)] : [])]
  return {
    ...world,
    issuers: new Map(made.filter(({ id }) => issuers.some((named) => named === id)).map((one) => [one.id, one])),
    ...(mail && { mail: smtpMail(mail) }),
    ...(sms.kind !== 'simulated' && { sms: smsOf(sms) }),
    ...(rails && { payments: withRails(payments, rails) }),
    chain: tronGrid({ url, ...(key === undefined ? {} : { apiKey: key }) }),
    depositAddress:
      xpub === undefined
        ? world.depositAddress
        : async (index) => (await import('./depositAddress.ts')).depositAddress(xpub, index),
  }
}

const smsOf = (settings: Exclude<Config['sms'], { kind: 'simulated' }>): Sms =>
  settings.kind === 'twilio' ? twilioSms(settings) : aliyunSms(settings)

/** At the start of a process that sends: throws {@link ConfigProblem} if the gateway knows no such account. One that is away does not keep us from starting. */
export async function checkSms(sms: Sms): Promise<void> {
  try {
    await sms.check?.()
  } catch (error) {
    if (error instanceof OutsideRefused)
      throw new ConfigProblem(`KAIKA_SMS: the gateway refuses this account (${error.code}): ${error.message}`)
    if (!(error instanceof OutsideUnknown)) throw error
    tellFault('the SMS gateway does not answer', error)
  }
}
