/** The restore drill on a PostgreSQL that archives by the files of `deploy/backup`, where pgBackRest and Debian's PostgreSQL are installed. */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DrillReport } from '#bin/backup/drill.ts'
import { freePort } from '#bin/postgres/postgres.ts'
import { unprivileged } from '#bin/postgres/postgresPrograms.ts'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { asks, requestNo, withIssuer } from '../fixtures/cards.ts'
import { cardInHand, decides, request, type Plastic } from '../fixtures/trades.ts'
import { FIELD_KEY, LOOKUP_KEY, newAccount, type Person } from '../world.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const run = promisify(execFile)

const skip =
  (testWorkers.length > 0 && 'needs a PostgreSQL of its own') ||
  (!existsSync('/usr/bin/pgbackrest') && 'pgBackRest is not installed') ||
  (!existsSync(`${BIN}/postgres`) && 'Debian’s PostgreSQL 15 is not installed')

describe('the restore drill', { skip }, () => {
  const runAs = unprivileged()
  let folder: string
  let port: number
  let server: ChildProcess
  const place = (name: string): string => path.join(folder, name)
  const config = (): string => place('pgbackrest.conf')
  const admin = (): string => `postgres://postgres@127.0.0.1:${port}/postgres`
  const backRest = (...words: string[]) =>
    execFileSync('pgbackrest', [`--config=${config()}`, '--stanza=kaika', `--pg1-port=${port}`, ...words], {
      ...runAs,
      cwd: '/',
      encoding: 'utf8',
    })

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kaika-drill-'))
    port = await freePort()
    for (const name of ['', 'data', 'repository', 'logs', 'locks', 'sockets', 'reports']) {
      mkdirSync(place(name), { recursive: true })
      if (runAs.uid !== undefined) chownSync(place(name), runAs.uid, runAs.gid!)
    }
    const values = {
      ...{ CLUSTER: 'kaika', DATA_DIR: place('data'), SOCKETS: place('sockets'), REPO_TYPE: 'posix' },
      ...{ REPO_PATH: place('repository'), REPO_PASSPHRASE: randomBytes(32).toString('base64url') },
      ...{ BACKUP_LOGS: place('logs'), BACKUP_LOCKS: place('locks') },
    }
    writeFileSync(
      place('values'),
      Object.entries(values)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const template = [path.join(DEPLOY, 'backup/pgbackrest.conf'), path.join(DEPLOY, 'backup/values.example')]
    writeFileSync(config(), execFileSync(path.join(DEPLOY, 'ha/fill'), [...template, place('values')]))
    if (runAs.uid !== undefined) chownSync(config(), runAs.uid, runAs.gid!)
    const locale = ['--lc-collate=C', '--lc-ctype=C.UTF-8', '-E', 'UTF8']
    const cluster = ['-D', place('data'), '-U', 'postgres', '-A', 'trust', ...locale]
    execFileSync(`${BIN}/initdb`, cluster, { ...runAs, cwd: '/', stdio: 'ignore' })
    const settings = {
      ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: place('sockets'), max_connections: 60 },
      ...{ archive_mode: 'on', archive_command: `pgbackrest --config=${config()} --stanza=kaika archive-push %p` },
      ...{ archive_timeout: 60, fsync: 'off' },
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(`${BIN}/postgres`, ['-D', place('data'), ...options], { ...runAs, cwd: '/', stdio: 'ignore' })
    for (let tries = 0; !(await isThere()) && tries < 300; tries++) await sleep(100)
    process.env.KAIKA_TEST_POSTGRES = admin()
    backRest('stanza-create')
  })
  const issuer = withIssuer()
  after(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  })

  const asAdmin = async <R extends pg.QueryResultRow>(query: string): Promise<R[]> => {
    const client = new pg.Client({ connectionString: admin() })
    await client.connect()
    try {
      return (await client.query<R>(query)).rows
    } finally {
      await client.end()
    }
  }
  const isThere = (): Promise<boolean> =>
    asAdmin('SELECT').then(
      () => true,
      () => false,
    )
  const secretsFile = (change: Partial<Record<'fieldKey' | 'lookupKey', string>> = {}): string => {
    const file = place(`secrets-${randomBytes(4).toString('hex')}.json`)
    const [, issuerSecret] = issuer.reachedBy()
    const chainSeed = randomBytes(32).toString('base64')
    writeFileSync(
      file,
      JSON.stringify({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY, issuerSecret, chainSeed, ...change }),
      { mode: 0o600 },
    )
    return file
  }
  /** As an operator makes it. */
  const sealedCopy = (): string => {
    const [folder, file] = [place('secrets'), place('secrets.backup')]
    mkdirSync(folder)
    renameSync(secretsFile(), path.join(folder, 'secrets.json'))
    writeFileSync(place('passphrase'), 'four words and a moon\n', { mode: 0o600 })
    execFileSync(path.resolve(DEPLOY, '../bin/kaika'), ['backup-secrets', file], {
      env: { PATH: process.env.PATH, KAIKA_DATA: folder, KAIKA_PASSPHRASE_FILE: place('passphrase'), KAIKA_DEMO: 'on' },
      stdio: 'ignore',
    })
    return file
  }
  /** Its report; the drill ends with 0 or 1. */
  async function drill(...words: string[]): Promise<DrillReport & { code: number }> {
    const [simulators] = issuer.reachedBy()
    const before = readdirSync(place('reports'))
    let said = ''
    rmSync(place('copy'), { recursive: true, force: true })
    const database = new URL(issuer.database.url).pathname.slice(1)
    const options = [
      `--config=${config()}`,
      `--database=${database}`,
      `--programs=${BIN}`,
      `--reports=${place('reports')}`,
    ]
    const code = await run(path.join(DEPLOY, 'backup/drill'), [`--into=${place('copy')}`, ...options, ...words], {
      env: {
        ...{ PATH: process.env.PATH, SIMULATORS_PORT: new URL(simulators).port, KAIKA_DEMO: 'on' },
        ...{ KAIKA_BACKUP_STAMP: place('stamp.json'), KAIKA_PASSPHRASE_FILE: place('passphrase') },
      },
    }).then(
      () => 0,
      (error: { code: number; stderr: string }) => ((said = error.stderr), error.code),
    )
    const name = readdirSync(place('reports')).find((file) => file.endsWith('.json') && !before.includes(file))
    assert.ok(name, `it has written no report: ${said}`)
    const report = JSON.parse(readFileSync(path.join(place('reports'), name), 'utf8')) as DrillReport
    for (const file of readdirSync(place('reports'))) rmSync(path.join(place('reports'), file))
    return { ...report, code }
  }
  const failedStep = ({ steps }: DrillReport) => steps.find(({ failed }) => failed)

  let ana: Person
  let card: Plastic
  let moment: string
  before(async () => {
    ana = await newAccount({ balanceCents: 500_000 })
    card = await cardInHand(ana, { rechargeAmount: 50_000 })
    backRest('--type=full', 'backup')
    await asks(ana, 'loadCard', { cardId: card.cardId, amount: 1000, requestNo: requestNo() })
    await sleep(20) // time is compared by the microsecond, and the two are different moments
    moment = (
      await asAdmin<{ now: string }>("SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') AS now")
    )[0]!.now
    await sleep(20)
    await decides(request(card, 700))
    await asAdmin('SELECT pg_switch_wal()')
    // Archived by now: the log that the restore needs.
    for (let tries = 0; tries < 100; tries++) {
      const [{ done } = { done: false }] = await asAdmin<{ done: boolean }>(
        "SELECT last_archived_time > now() - interval '20 s' AND (SELECT count(*) = 0 FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready') AS done FROM pg_stat_archiver",
      )
      if (done) break
      await sleep(100)
    }
  })

  test('restores to a moment, proves the books, opens what is sealed, reveals a number and says how long it took', async () => {
    const report = await drill(`--secrets=${sealedCopy()}`, `--at=${moment}`)
    assert.deepEqual(failedStep(report), undefined)
    assert.equal(report.code, 0)
    assert.ok(report.good)
    assert.match(report.steps.at(-1)!.found, new RegExp(`a card that ends in ${card.cardNumber.slice(-4)} is the one`))
    assert.match(report.steps.find(({ what }) => what === 'restore the secrets')!.found, /under a passphrase/)
    assert.match(report.steps.find(({ what }) => what === 'prove the books')!.found, /the books are proven/)
    assert.ok(report.bytes > 0 && report.restoreSeconds > 0 && report.secondsPerGb > 0)
    assert.ok(Date.parse(report.backupFinished) <= Date.parse(report.at))
    assert.match(readFileSync(place('stamp.json'), 'utf8'), /^\{"drill":"\d{4}-[^"]+Z"\}\n$/)
    assert.deepEqual(readdirSync(place('copy')), [], 'nothing of the copy is left')
  })

  test('what happened after the moment is not there, and what happened before it is', async () => {
    const report = await drill(`--secrets=${secretsFile()}`, `--at=${moment}`, '--keep')
    assert.ok(report.good, JSON.stringify(report))
    const copy = place('copy')
    const options = ['-D', `${copy}/postgres`, '-c', `config_file=${copy}/postgresql.conf`]
    const again = spawn(`${BIN}/postgres`, options, { ...runAs, cwd: '/', stdio: 'ignore' })
    try {
      const database = new URL(issuer.database.url).pathname.slice(1)
      const connectionString = `postgres://postgres@localhost/${database}?host=${encodeURIComponent(copy)}`
      let client = new pg.Client({ connectionString })
      for (
        let tries = 0;
        tries < 100 &&
        !(await client.connect().then(
          () => true,
          () => false,
        ));
        tries++
      ) {
        await sleep(100)
        client = new pg.Client({ connectionString })
      }
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM card_order WHERE card_id = $1 AND kind = 'LOAD') AS loads,
                (SELECT count(*)::int FROM auth) AS purchases`,
        [card.cardId],
      )
      await client.end()
      assert.deepEqual(rows, [{ loads: 1, purchases: 0 }])
    } finally {
      again.kill('SIGINT')
      await once(again, 'exit')
      rmSync(copy, { recursive: true })
    }
  })

  for (const name of ['fieldKey', 'lookupKey'] as const)
    test(`with another ${name} it fails and stamps nothing`, async () => {
      rmSync(place('stamp.json'), { force: true })
      const report = await drill(`--secrets=${secretsFile({ [name]: randomBytes(32).toString('base64') })}`)
      assert.equal(report.code, 1)
      assert.match(failedStep(report)!.what, /open sealed fields/)
      assert.ok(!existsSync(place('stamp.json')))
    })

  test('a moment before every backup is not silently another one', async () => {
    const report = await drill(`--secrets=${secretsFile()}`, '--at=2020-01-01 00:00:00+00')
    assert.equal(report.code, 1)
    assert.match(failedStep(report)!.found, /no backup before/)
  })
})
