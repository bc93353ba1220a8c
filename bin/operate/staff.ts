/** `bin/kaika staff`: adds people to the desk, and renews their links (docs/operate/production.md#people). */
import { staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, one, openDb, sql, transaction, type Tx } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { requireSecrets } from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem, Settings } from '#server/core/settings/settings.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { composition } from '#server/modules.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { invite, inviteAgain, type NewPerson } from '#server/staff/staff.ts'
import { readUrls } from './migrateDatabase.ts'
import { UsageProblem } from './usage.ts'

/** Any number that is the same for all: two commands at once would both find nobody. */
const FIRST = 5_245_243

export async function staffByCommand([what = '', ...args]: string[]): Promise<void> {
  if (what === 'first' && args.length === 6) {
    const people = [args.slice(0, 3), args.slice(3)].map((words) => personIn(words, ['ADMIN']))
    if (people[0]!.loginName === people[1]!.loginName) throw new UsageProblem('two people, with a login each')
    await atDesk((tx) => first(tx, people))
  } else if (what === 'add' && args.length === 4) {
    const [loginName, roles, ...name] = args
    const person = personIn([loginName!, ...name], rolesIn(roles!))
    await atDesk((tx) => invited(tx, person))
  } else if (what === 'renew' && args.length === 1) {
    await atDesk(async (tx) => {
      const link = await inviteAgain(tx, args[0]!)
      if (link === undefined) throw new ConfigProblem(`nobody at the desk is called ${args[0]}`)
      return [{ loginName: args[0]!, link }]
    })
  } else throw new UsageProblem(what ? `staff ${what} is not like this` : 'say first, add or renew')
}

function personIn([loginName = '', cn = '', en = '']: string[], roles: readonly StaffRole[]): NewPerson {
  if (!/^[a-z][a-z0-9._-]{1,31}$/.test(loginName))
    throw new UsageProblem(`${loginName} is no login: 2 to 32 small letters, digits, dots and dashes, a letter first`)
  if (!cn.trim() || !en.trim()) throw new UsageProblem(`${loginName} has no name`)
  return { loginName, name: { cn: cn.trim(), en: en.trim() }, roles }
}

function rolesIn(text: string): StaffRole[] {
  const names = text.split(',')
  const unknown = names.find((name) => !Object.hasOwn(staffRoles, name))
  if (unknown !== undefined) throw new UsageProblem(`${unknown} is no role: ${Object.keys(staffRoles).join(', ')}`)
  return [...new Set(names)] as StaffRole[]
}

type Link = { loginName: string; link: string }

async function first(tx: Tx, people: readonly NewPerson[]): Promise<Link[]> {
  await sql`SELECT pg_advisory_xact_lock(${FIRST})`.execute(tx)
  const { staff } = await one(tx, sql<{ staff: number }>`SELECT count(*) AS staff FROM staff`)
  if (staff > 0) throw new ConfigProblem('there are staff already: bin/kaika staff add')
  const links: Link[] = []
  for (const person of people) links.push(...(await invited(tx, person)))
  return links
}

async function invited(tx: Tx, person: NewPerson): Promise<Link[]> {
  const link = await invite(tx, person)
  if (link === undefined) throw new ConfigProblem(`${person.loginName} is there already: bin/kaika staff renew`)
  return [{ loginName: person.loginName, link }]
}

/** In one transaction; what it made is printed after its commit, once. */
async function atDesk(work: (tx: Tx) => Promise<Link[]>): Promise<void> {
  const settings = new Settings(process.env)
  const origin = settings.origin('KAIKA_ORIGIN')
  const { url } = readUrls()
  const keys = readKeySettings()
  requireSecrets(keys.dataDir)
  const secrets = await openSecrets(keys)
  compose(composition)
  useSecrets(secrets)
  useIdentity({ captcha: true })
  openDb(url, { connections: 1 })
  try {
    const links = await transaction(work)
    const base = origin ?? `http://localhost:${settings.port('PORT', 4000)}`
    for (const { loginName, link } of links) console.log(`${loginName}\n  ${base}/operator/#/enrol/${link}`)
    console.log('Each link works once, within 72 hours. Give it to that person only; it is printed nowhere else.')
  } finally {
    await closeDb()
  }
}
