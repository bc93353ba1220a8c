/** What an installation reaches over the wire: an issuer, a chain, text messages, mail, exchange rates. On this machine, and nothing of it on the other. */
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { watchOnlyKey } from '#server/outside/depositAddress.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { certificateOf, type Certified } from '../operate/certificates.ts'
import { HERE, THERE } from './machine.ts'

export type Vendors = {
  simulators: Simulators
  /** For the settings of the installation. */
  settings: Record<string, string>
  stop(): Promise<void>
}

/** The name under which the installation reaches all of them, over TLS. */
export const VENDORS = 'vendors.example'

/** `authority` has certified the installation as `name`, and certifies the vendors. */
export async function startVendors({ name, authority }: { name: string; authority: Certified }): Promise<Vendors> {
  const ca = authority.cert
  const secret = Buffer.alloc(32, 7).toString('base64')
  const twilio = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'a token of the sender' }
  // The issuer's way to the installation: TLS, for the name that it was told.
  const door = net.createServer((near) => join(near, tls.connect({ host: THERE, port: 4001, servername: name, ca })))
  const { cert, key } = certificateOf(VENDORS, authority)
  let simulated = 0
  const front = tls.createServer({ cert, key }, (near) => join(near, net.connect(simulated, HERE)))
  const mail = net.createServer((socket) => {
    socket.on('error', () => {}).write('220 mail\r\n')
    socket.on('data', (data) => void socket.write(/^QUIT/i.test(data.toString()) ? '221 bye\r\n' : '250 ok\r\n'))
  })
  for (const [server, host] of [
    [door, '127.0.0.1'],
    [mail, HERE],
    [front, HERE],
  ] as const) {
    server.listen(0, host)
    await once(server, 'listening')
  }
  const port = (server: net.Server): number => (server.address() as net.AddressInfo).port
  const simulators = await startSimulators({
    ...{ serverUrl: `http://127.0.0.1:${port(door)}`, secret, host: HERE, blockMs: 200 },
    vendors: { twilio },
  })
  simulated = Number(new URL(simulators.url).port)
  const url = `https://${VENDORS}:${port(front)}`
  const lithic = lithicSecrets(secret)
  return {
    simulators,
    settings: {
      ...{ LITHIC_URL: `${url}/lithic`, LITHIC_API_KEY: lithic.apiKey },
      ...{ LITHIC_ASA_SECRET: lithic.asaSecret, LITHIC_WEBHOOK_SECRET: lithic.webhookSecret },
      ...{ KAIKA_RATES_URL: `${url}/ecb/stats/eurofxref/eurofxref-daily.xml` },
      ...{ KAIKA_CHAIN_URL: url, KAIKA_XPUB: watchOnlyKey(Buffer.alloc(32, 5)) },
      ...{ KAIKA_TWILIO_URL: `${url}/twilio`, KAIKA_TWILIO_ACCOUNT: twilio.accountSid },
      KAIKA_TWILIO_TOKEN: `"${twilio.authToken}"`,
      KAIKA_SMTP_URL: `smtp://${HERE}:${port(mail)}`,
    },
    async stop() {
      await simulators.stop()
      for (const server of [door, mail, front]) server.close()
    },
  }
}

function join(near: net.Socket, far: net.Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy())
    one.pipe(other)
  }
}

/** A request to the simulators themselves. */
export async function outside<T>({ simulators }: Vendors, to: string, input?: object): Promise<T> {
  const { port } = new URL(simulators.url)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const response = await fetch(`http://${HERE}:${port}${to}`, input && post)
  const text = await response.text()
  if (!response.ok) throw new Error(`${to} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
