import { ConfigProblem, type Config } from '../core/config.ts'
import { simulatedOutside, type Outside } from './outside.ts'
import { smtpMail } from './mail.ts'
import { tronGrid } from './tronGrid.ts'

/** Selects the outside world by the settings. The chain can be real while the issuer is simulated. */
export function outsideOf({ simulated, simulatorsPort, chain, mail, secrets }: Config): Outside {
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
  return {
    ...world,
    ...(mail && { mail: smtpMail(mail) }),
    chain: tronGrid({ url, ...(key === undefined ? {} : { apiKey: key }) }),
    depositAddress:
      xpub === undefined
        ? world.depositAddress
        : async (index) => (await import('./depositAddress.ts')).depositAddress(xpub, index),
  }
}
