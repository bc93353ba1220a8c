/** A whole installation of production without a mistake, for tests that plant one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import tls from 'node:tls'
import { inspect } from '#bin/operate/check/check.ts'
import type { Around } from '#bin/operate/check/seen.ts'
import { removeSimulatedRanges } from '#bin/operate/migrateDatabase.ts'
import { freePort } from '#bin/postgres/postgres.ts'
import { asAdmin, asServer, copyDatabase, onDatabase, templateDatabase } from '#bin/postgres/testCluster.ts'
import { temporaryPostgres, type Temporary } from '#bin/postgres/temporaryPostgres.ts'
import { nowMs } from '#server/core/clock.ts'
import { asRole } from '#server/core/database/serverRole.ts'
import { newSecrets, storeSecrets } from '#server/core/settings/storedSecrets.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { realSettings } from './production.ts'

export type Mistake = {
  env?: NodeJS.ProcessEnv
  around?: Partial<Around>
  /** Made before, undone by what it returns. */
  plant?: (t: TestContext) => Promise<(() => unknown) | void>
  says: RegExp[]
}
export type Mistakes = Record<string, () => Mistake | Promise<Mistake>>

const certificates = path.join(import.meta.dirname, 'certificates')
const pem = (name: string): string => readFileSync(path.join(certificates, `${name}.pem`), 'utf8')
/** When the certificate `valid` ends. */
export const EXPIRES = Date.UTC(2119, 0, 1)
/** A checkout where the consoles were not built lacks them. */
const built = existsSync(path.resolve(import.meta.dirname, '../../dist/operator/index.html'))
export const unbuilt: readonly string[] = built ? [] : ['the consoles are not built: bin/build']

export function withInstallation() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-check-'))
  const fronts: https.Server[] = []
  let simulators: Simulators
  let mail: net.Server
  const made = {
    folder,
    env: {} as NodeJS.ProcessEnv,
    postgres: undefined as unknown as Temporary,
    ownerUrl: '',
    mailPort: 0,
    /** What the proxy answers. */
    status: 200,
    around: {
      lookup: async (host) => {
        if (!['cards.example', 'other.example', 'localhost'].includes(host)) throw new Error(`no ${host}`)
        return { address: '127.0.0.1' }
      },
      resolveMx: async () => [],
      nowMs,
      freeBytes: () => 10_000_000_000,
    } satisfies Around,
    /** A proxy with this certificate. Returns the public address. */
    async front(certificate: string): Promise<string> {
      const server = https.createServer({ key: pem('server.key'), cert: pem(certificate) }, (_, response) =>
        response.writeHead(made.status).end(),
      )
      fronts.push(server)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `https://cards.example:${(server.address() as net.AddressInfo).port}`
    },
    /** On the database, as its owner. */
    run: (text: string, values: unknown[] = []) => asAdmin(made.ownerUrl, (client) => client.query(text, values)),
    /** A data folder with these secrets. */
    dataWith(change: (file: string, data: string) => void, secrets: object = newSecrets()): NodeJS.ProcessEnv {
      const data = mkdtempSync(path.join(folder, 'data-'))
      storeSecrets(data, secrets as ReturnType<typeof newSecrets>)
      change(path.join(data, 'secrets.json'), data)
      return { KAIKA_DATA: data }
    },
    /** Declares a test of each mistake. */
    names(mistakes: Mistakes): void {
      for (const [name, of] of Object.entries(mistakes))
        void test(`names ${name}, and nothing else`, async (t) => {
          const { env, around, plant, says } = await of()
          const back = await plant?.(t)
          const { wrong } = await inspect({ ...made.env, ...env }, { ...made.around, ...around })
          await back?.()
          for (const like of says)
            assert.equal(wrong.filter((one) => like.test(one)).length, 1, `${String(like)}\n${wrong.join('\n')}`)
          const others = wrong.filter((one) => !unbuilt.includes(one) && !says.some((like) => like.test(one)))
          assert.deepEqual(others, [])
        })
    },
  }
  before(async () => {
    made.postgres = await temporaryPostgres({ durable: true })
    const { url } = made.postgres
    await copyDatabase(url, 'kaika', await templateDatabase(url, []))
    made.ownerUrl = onDatabase(url, 'kaika')
    await removeSimulatedRanges(made.ownerUrl)
    await made.run(`CREATE ROLE kaika_owner LOGIN SUPERUSER PASSWORD 'of the owner'`)
    const secrets = newSecrets()
    const twilio = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'token' }
    const serverUrl = 'http://127.0.0.1:9'
    simulators = await startSimulators({ serverUrl, secret: secrets.issuerSecret, vendors: { twilio } })
    mail = net.createServer((socket) => {
      socket.on('error', () => {}).write('220 test\r\n')
      socket.on('data', (data) => void socket.write(/^QUIT/i.test(data.toString()) ? '221 bye\r\n' : '250 ok\r\n'))
    })
    mail.listen(0, '127.0.0.1')
    await once(mail, 'listening')
    made.mailPort = (mail.address() as net.AddressInfo).port
    tls.setDefaultCACertificates([...tls.getCACertificates(), pem('authority')])
    const lithic = lithicSecrets(secrets.issuerSecret)
    made.env = {
      ...realSettings,
      ...made.dataWith(() => {}, secrets),
      DATABASE_URL: asServer(made.ownerUrl),
      KAIKA_DATABASE_OWNER_URL: asRole(made.ownerUrl, 'kaika_owner', 'of the owner'),
      ...{ PORT: String(await freePort()), NETWORK_PORT: String(await freePort()) },
      ...{ WORKER_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) },
      ...{ KAIKA_ORIGIN: await made.front('valid'), KAIKA_TRUSTED_PROXIES: '127.0.0.1' },
      ...{ LITHIC_URL: `${simulators.url}/lithic`, LITHIC_API_KEY: lithic.apiKey },
      KAIKA_CHAIN_URL: simulators.url,
      ...{ KAIKA_TWILIO_URL: `${simulators.url}/twilio`, KAIKA_TWILIO_TOKEN: twilio.authToken },
      KAIKA_SMTP_URL: `smtp://127.0.0.1:${made.mailPort}`,
    }
  })
  after(async () => {
    for (const server of fronts) server.close()
    mail.close()
    await simulators.stop()
    await made.postgres.stop()
    rmSync(folder, { recursive: true })
  })
  return made
}
