/**
 * `npm run install-test`: a bare Debian 12 is installed by docs/operate/install.md, has its first two people, gets a product at the desk, and a card of a real issuer's
 * interface is opened and charged. Nothing of the demo and nothing simulated runs on it. Skipped where the programs for it are missing. With a path it takes that package and
 * builds none.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openCard, showCard } from '#contract/cards/cards.ts'
import { addRange, changeRange, offeredRanges } from '#contract/cards/desk/ranges.ts'
import { createRecharge, rechargeInfo, rechargeStatus } from '#contract/funding/funding.ts'
import { approve } from '#contract/staff/approvals.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import type { Card } from '#simulators/issuer/cards.ts'
import { lithicRanges } from '#simulators/ranges.ts'
import { cardholder } from '../fixtures/identity.ts'
import { newRange } from '../fixtures/products.ts'
import { certificateOf } from '../operate/certificates.ts'
import { until } from './until.ts'
import { commandsOf, settingsLike } from './guide.ts'
import { HERE, Machine, missingPrograms, THERE } from './machine.ts'
import { calls, enrols, isVerified, requestNo, sends, signsUp, type Site, type Who } from './people.ts'
import { outside, startVendors, VENDORS } from './vendors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const NAME = 'cards.example'
const VID = 'REAL-VISA-US-1'
const WORDS = { OWNER_PASSWORD: 'owner-29f0c1', SERVER_PASSWORD: 'server-7a6be4' }

const missing = missingPrograms()
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`skipped: ${missing.length > 0 ? `${missing.join(', ')} not installed` : 'only root may boot a machine'}`)
  process.exit(0)
}

const began = performance.now()
const step = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const folder = mkdtempSync(path.join(tmpdir(), 'kaika-install-'))
const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  await story()
  console.log('installed, and a card was charged')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const each of undo.reverse()) await each()
}
process.exit()

async function story(): Promise<void> {
  const given = process.argv[2]
  if (given) copyFileSync(given, path.join(folder, path.basename(given)))
  else {
    step('the package is built')
    execFileSync(path.join(root, 'bin/node'), [path.join(root, 'bin/packages/build.ts'), folder], { stdio: 'inherit' })
  }
  const [deb] = globSync('kaika_*.deb', { cwd: folder })
  const guide = commandsOf({ ...WORDS, 'kaika_1.1.0_amd64.deb': deb! })
  const blocks = (number: number): string[] => {
    const found = guide.get(number) ?? []
    assert.ok(found.length > 0, `the guide has no commands under ${number}`)
    return found
  }

  step('a bare Debian')
  const machine = Machine.make(folder, path.join(root, 'node_modules/.cache/kaika/debian-12'))
  cpSync(path.join(folder, deb!), path.join(machine.root, 'root', deb!))
  for (const block of blocks(1)) machine.prepare(`cd /root && export DEBIAN_FRONTEND=noninteractive && ${block}`)
  const authority = certificateOf('The test’s authority')
  const certificate = certificateOf(NAME, authority)
  machine.write(`root/${NAME}.pem`, certificate.cert)
  machine.write(`root/${NAME}.key`, certificate.key)
  machine.write('usr/local/share/ca-certificates/test.crt', authority.cert)
  machine.write('etc/hosts', `127.0.0.1 localhost\n${THERE} ${NAME} cards\n${HERE} ${VENDORS}\n`)
  machine.prepare('update-ca-certificates')
  undo.push(() => machine.stop())
  await machine.boot()
  undo.push(
    async () =>
      process.exitCode && console.error((await machine.tries('journalctl --no-pager -n 60 -u "kaika@*"')).text),
  )

  step('its database, settings and keys')
  await machine.succeeds('PostgreSQL answers', 'runuser -u postgres -- psql -c "SELECT 1"')
  for (const block of blocks(2)) await machine.sh(block)
  const vendors = await startVendors({ name: NAME, authority })
  undo.push(() => vendors.stop())
  machine.write(
    'etc/kaika/kaika.env',
    settingsLike({
      ...vendors.settings,
      DATABASE_URL: `postgres://kaika_server:${WORDS.SERVER_PASSWORD}@127.0.0.1/kaika`,
    }),
  )
  for (const block of blocks(3)) await machine.sh(block)
  machine.write('etc/kaika/passphrase', 'a long one that people remember\n')
  for (const block of blocks(4))
    await machine.sh(block.replace(/^kaika backup/m, 'KAIKA_PASSPHRASE_FILE=/etc/kaika/passphrase kaika backup'))
  assert.equal((await machine.sh('stat -c "%a %U" /var/lib/kaika/secrets.json')).trim(), '600 kaika')

  step('its tables, and the check')
  const [migrate, check] = blocks(5).join('').trim().split('\n')
  assert.match(await machine.sh(migrate!), /applied: 0001_baseline/)
  const owner = await machine.tries('runuser -u kaika -- cat /etc/kaika/owner.env')
  assert.notEqual(owner.status, 0, 'servers cannot read the owner’s password')
  const looked = await machine.sh(check!)
  assert.match(looked, /nothing wrong/, looked)

  step('its servers')
  for (const block of blocks(6)) await machine.sh(block)
  const site: Site = { name: NAME, ca: authority.cert }
  await until('ready', async () => (await sends(site, '/readyz').catch(() => undefined))?.status === 200)
  assert.match(await machine.sh(check!), /nothing wrong/, 'also while it runs')

  step('its first people')
  const links = linksIn(await machine.sh(blocks(7)[0]!))
  assert.equal(links.length, 2)
  for (const link of links) await enrols(site, link)
  await assert.rejects(enrols(site, links[0]!), /LINK_USED|link_used/i, 'a link works once')
  assert.notEqual((await machine.tries(blocks(7)[0]!)).status, 0, 'the first people are there already')
  const joins = async (login: string, roles: string): Promise<Who> =>
    enrols(site, linksIn(await machine.sh(`kaika staff add ${login} ${roles} '${login}' '${login}'`))[0]!)
  const [product, checker, support] = [
    await joins('mia', 'PRODUCT'),
    await joins('noah', 'FIN_CHECKER'),
    await joins('olga', 'KYC'),
  ]

  step('a product')
  const reason = 'agreed with the issuer'
  const { issuers } = await calls<{ issuers: { issuerId: string }[] }>(site, offeredRanges, {}, product)
  assert.deepEqual(
    issuers.map(({ issuerId }) => issuerId),
    ['lithic'],
  )
  const range = { issuerId: 'lithic', programRef: lithicRanges[0]!.programRef, vid: VID, ...newRange, reason }
  const { approvalId } = await calls<{ approvalId: string }>(site, addRange, range, product)
  await calls(site, approve, { approvalId, requestNo: requestNo() }, checker)
  const on = { vid: VID, change: { status: 'ON' }, reason, requestNo: requestNo() }
  await calls(site, changeRange, on, product)

  step('an account holder')
  const holder = await signsUp(site, vendors, '13912345678')
  await isVerified(site, holder, support)
  const rail = 'USDT_TRC20'
  const { quote } = await calls<{ quote: { quoteId: string } }>(site, rechargeInfo, { rail, amountStr: '210' }, holder)
  const order = { quoteId: quote.quoteId, rail, requestNo: requestNo() }
  const made = await calls<{ orderNo: string; address: string; payAmountStr: string }>(
    site,
    createRecharge,
    order,
    holder,
  )
  await outside(vendors, '/chain/transfers', {
    toAddress: made.address,
    units: made.payAmountStr.replace(/[^\d.]/g, ''),
  })
  await until(
    'the USDT are credited',
    async () => {
      const { status } = await calls<{ status: string }>(site, rechargeStatus, { orderNo: made.orderNo }, holder)
      return status === 'SUCCESS'
    },
    120,
  )

  step('a card, and its first purchase')
  const wanted = { vid: VID, rechargeAmount: 100_00, ...cardholder, requestNo: requestNo() }
  const { cardId } = await calls<{ cardId: string }>(site, openCard, wanted, holder)
  await until('the card is active', async () => {
    const { card } = await calls<{ card: { status: string } }>(site, showCard, { cardId }, holder)
    return card.status === 'ACTIVE'
  })
  const { world } = vendors.simulators
  const card = world.store.maybeOne<Card>(`SELECT * FROM cards WHERE issuer = 'lithic'`, {})!
  const cvc = securityCode(world.key, card.pan, [card.exp_month, card.exp_year])
  const plastic = { cardNumber: card.pan, expMonth: card.exp_month, expYear: card.exp_year, cvc }
  const bought = await outside<{ approved: boolean; reason?: string }>(vendors, '/network/purchases', {
    ...{ ...plastic, merchantId: 'mer_google_ads', amountCents: 30_00 },
  })
  assert.equal(bought.approved, true, bought.reason)
  const { data } = await calls<{ data: { amount: number }[] }>(site, pageAuthorizations, {}, holder)
  assert.equal(data.length, 1)

  step('what is on the machine')
  const processes = await machine.sh(
    `for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline 2>/dev/null || true; echo; done`,
  )
  for (const role of ['decide', 'console', 'worker']) assert.match(processes, new RegExp(`serve --role ${role} $`, 'm'))
  assert.doesNotMatch(processes, /simulator/)
  const files = await machine.sh('find /usr/lib/kaika -path "*/node_modules" -prune -o -type f -print')
  assert.doesNotMatch(files, /simulators|\/seed\/|\.test\.ts/)
  const loaded = (await machine.sh('cat /proc/[0-9]*/maps 2>/dev/null | grep -c simulators || true')).trim()
  assert.equal(loaded, '0')
  const query = async (text: string): Promise<string> =>
    (await machine.sh(`cd / && runuser -u postgres -- psql -Atc "${text}" kaika`)).trim()
  for (const table of ['demo_world', 'simulated_clock'])
    assert.equal(await query(`SELECT count(*) FROM ${table}`), '0', table)
  assert.equal(await query(`SELECT count(*) FROM card_range WHERE issuer_id = 'simulated'`), '0')
  assert.equal(await query('SELECT count(*) FROM account'), '1')
  assert.equal(await query('SELECT count(*) FROM staff'), '5')
  assert.doesNotMatch(await machine.sh('journalctl --no-pager -u "kaika@*"'), new RegExp(card.pan))
  assert.match(await machine.sh('kaika prove'), /the books are proven/)
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/#\/enrol\/([\w-]{43})/g)].map(([, link]) => link!)
}
