/** The steps of a rotation, each of which can be repeated: add, fill, use, seal, remove (docs/operate/keys.md#rotation). */
import { SECOND } from '#server/core/clock.ts'
import type { Words } from '#contract/core/fields.ts'
import { run, sql, type Database } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { newKey, referenceKeyOf, type Secrets } from '#server/core/settings/storedSecrets.ts'
import type { Issuer } from '#server/outside/issuers/issuer.ts'
import { recordDesk } from '#server/staff/staff.ts'
import { directoryRows, emptyDirectories, fillDirectories, fillPasses, notEntered } from './fillDirectories.ts'
import { currentKeys, isFinished, type Gently } from './passes.ts'
import { untilAll, type Patience, type Process } from './processes.ts'
import { oldSeals, oldTexts, sealAgain, sealPassOf } from './sealAgain.ts'
import { tableNames } from './sealedTables.ts'

export type Rotation = {
  /** As the owner of the tables: the servers may not change rows that are only added to. */
  on: Database
  secrets: { read(): Promise<Secrets>; replace(secrets: Secrets): Promise<void> }
  issuers: ReadonlyMap<string, Issuer>
  gently: Gently
  /** For the servers to read a new file. */
  patience: Patience
  /** What a server began with its former keys is over after this. */
  settledMs?: number
  say(line: string): void
}

/** Longer than any transaction of a server may take. */
const SETTLED_MS = 10 * SECOND

type Ids = { field: number | undefined; lookup: number | undefined }

/** The key that comes next: it is known and not current. One with a lower id is on its way out. */
function nextIds({ fieldKeyId = 1, lookupKeyId = 1, otherFieldKeys = {}, otherLookupKeys = {} }: Secrets): Ids {
  const after = (current: number, others: object) =>
    Object.keys(others)
      .map(Number)
      .find((id) => isAfter(id, current))
  return { field: after(fieldKeyId, otherFieldKeys), lookup: after(lookupKeyId, otherLookupKeys) }
}

/** An id is one byte. After 255 comes 1, whose rows were sealed again long ago. */
const MOST = 255
const following = (id: number): number => (id % MOST) + 1
const isAfter = (id: number, current: number): boolean => id === following(current)

const formerIds = ({ fieldKeyId = 1, lookupKeyId = 1, otherFieldKeys = {}, otherLookupKeys = {} }: Secrets) => {
  const before = (current: number, others: object) =>
    Object.keys(others)
      .map(Number)
      .filter((id) => !isAfter(id, current))
  return { field: before(fieldKeyId, otherFieldKeys), lookup: before(lookupKeyId, otherLookupKeys) }
}

const record = ({ on }: Rotation, content: Words, after: object): Promise<void> =>
  on.transaction().execute((tx) => recordDesk(tx, { action: 'HEALTH', target: 'keys', content, after }))

/** Adds a key of each kind that servers know and do not use yet. */
export async function addKeys(rotation: Rotation): Promise<void> {
  const secrets = await rotation.secrets.read()
  const [next, former] = [nextIds(secrets), formerIds(secrets)]
  if (next.field || next.lookup) throw new ConfigProblem('there are keys already that come next: fill, then use them')
  if (former.field.length || former.lookup.length)
    throw new ConfigProblem('the former keys are still there: seal, then remove them first')
  const { fieldKeyId = 1, lookupKeyId = 1 } = secrets
  const ids = { field: following(fieldKeyId), lookup: following(lookupKeyId) }
  await rotation.secrets.replace({
    ...secrets,
    referenceKey: referenceKeyOf(secrets),
    otherFieldKeys: { [ids.field]: newKey() },
    otherLookupKeys: { [ids.lookup]: newKey() },
  })
  useSecrets(await rotation.secrets.read())
  await run(rotation.on, sql`DELETE FROM key_pass`) // of the rotation before
  await record(rotation, { cn: '添加新密钥', en: 'Added new keys' }, ids)
  rotation.say(`Added field key ${ids.field} and look-up key ${ids.lookup}. They are not used yet.`)
}

const knows =
  ({ field, lookup }: Ids) =>
  (process: Process): boolean =>
    (field === undefined || process.field.known.includes(field)) &&
    (lookup === undefined || process.lookup.known.includes(lookup))

async function theNext(rotation: Rotation): Promise<{ secrets: Secrets; next: { field: number; lookup: number } }> {
  const secrets = await rotation.secrets.read()
  const { field, lookup } = nextIds(secrets)
  if (field === undefined || lookup === undefined)
    throw new ConfigProblem('there are no keys that come next: add them first')
  useSecrets(secrets)
  await untilAll(rotation.on, knows({ field, lookup }), { ...rotation.patience, what: 'know the next keys' })
  return { secrets, next: { field, lookup } }
}

/** Enters logins and cards under the next look-up key, once every server does so with new ones. */
export async function fill(rotation: Rotation): Promise<void> {
  const { on, issuers, gently, settledMs = SETTLED_MS } = rotation
  const { next } = await theNext(rotation)
  const isReady = (process: Process) => knows(next)(process) && process.sinceMs >= settledMs
  await untilAll(on, isReady, { ...rotation.patience, what: 'enter new rows under the next key' })
  await fillDirectories(on, { lookup: next.lookup, issuers, ...gently })
  rotation.say(`Logins and cards are found by look-up key ${next.lookup} as well.`)
}

/** Makes the next keys the current ones. */
export async function useNext(rotation: Rotation): Promise<void> {
  const { on, issuers } = rotation
  const { secrets, next } = await theNext(rotation)
  for (const pass of fillPasses(next.lookup, issuers))
    if (!(await isFinished(on, pass)))
      throw new ConfigProblem(`${pass.table} is not filled for look-up key ${next.lookup} yet: fill first`)
  const missing = await notEntered(on, next.lookup)
  if (missing) throw new ConfigProblem(`${missing} logins or cards are not found by look-up key ${next.lookup}`)
  const { fieldKeyId = 1, lookupKeyId = 1 } = secrets
  const without = (keys: Record<string, string>, id: number) =>
    Object.fromEntries(Object.entries(keys).filter(([one]) => Number(one) !== id))
  await rotation.secrets.replace({
    ...secrets,
    ...{ fieldKey: secrets.otherFieldKeys![next.field]!, fieldKeyId: next.field },
    ...{ lookupKey: secrets.otherLookupKeys![next.lookup]!, lookupKeyId: next.lookup },
    otherFieldKeys: { ...without(secrets.otherFieldKeys!, next.field), [fieldKeyId]: secrets.fieldKey },
    otherLookupKeys: { ...without(secrets.otherLookupKeys!, next.lookup), [lookupKeyId]: secrets.lookupKey },
  })
  useSecrets(await rotation.secrets.read())
  await record(rotation, { cn: '启用新密钥', en: 'Made new keys the current ones' }, next)
  rotation.say(`Field key ${next.field} and look-up key ${next.lookup} are the current ones.`)
}

const uses =
  ({ field, lookup }: { field: number; lookup: number }) =>
  (process: Process): boolean =>
    process.field.current === field && process.lookup.current === lookup

/** Seals and hashes every row with the current keys, once no server writes with the former ones. */
export async function sealRows(rotation: Rotation): Promise<void> {
  const { on, settledMs = SETTLED_MS } = rotation
  useSecrets(await rotation.secrets.read())
  const keys = currentKeys()
  const isReady = (process: Process) => uses(keys)(process) && process.sinceMs >= settledMs
  await untilAll(on, isReady, { ...rotation.patience, what: 'use the current keys' })
  await record(rotation, { cn: '开始用新密钥重新加密', en: 'Began to seal rows with the current keys' }, keys)
  await sealAgain(on, rotation.gently)
  await record(rotation, { cn: '已用新密钥重新加密', en: 'Sealed every row with the current keys' }, keys)
  rotation.say(`Every row is sealed with field key ${keys.field} and hashed with look-up key ${keys.lookup}.`)
}

/** Removes the former keys. Refused while anything needs them. */
export async function removeFormer(rotation: Rotation): Promise<void> {
  const { on } = rotation
  const { otherFieldKeys, otherLookupKeys, ...secrets } = await rotation.secrets.read()
  const [next, former] = [nextIds, formerIds].map((idsOf) =>
    idsOf({ ...secrets, otherFieldKeys, otherLookupKeys } as Secrets),
  )
  if ((next as Ids).field || (next as Ids).lookup)
    throw new ConfigProblem('there are keys that come next: use them first')
  useSecrets({ ...secrets, ...(otherFieldKeys && { otherFieldKeys }), ...(otherLookupKeys && { otherLookupKeys }) })
  const keys = currentKeys()
  await refuseWhileNeeded(on)
  await untilAll(on, uses(keys), { ...rotation.patience, what: 'use the current keys' })
  await rotation.secrets.replace(secrets)
  useSecrets(secrets)
  const forgot = ({ field, lookup }: Process) => field.known.length === 1 && lookup.known.length === 1
  await untilAll(on, forgot, { ...rotation.patience, what: 'forget the former keys' })
  await emptyDirectories(on, keys.lookup)
  await record(rotation, { cn: '删除旧密钥', en: 'Removed the former keys' }, former as object)
  rotation.say(`Only field key ${keys.field} and look-up key ${keys.lookup} are left.`)
}

async function refuseWhileNeeded(on: Database): Promise<void> {
  const unfinished: string[] = []
  for (const name of tableNames) if (!(await isFinished(on, sealPassOf(name)))) unfinished.push(name)
  const left = [...(await oldSeals(on)), ...(await oldTexts(on))].map(({ what, rows }) => `${rows} of ${what}`)
  if (unfinished.length || left.length)
    throw new ConfigProblem(
      `the former keys are still needed: ${[...left, ...unfinished.map((name) => `${name} is not sealed again`)].join(', ')}`,
    )
}

/** What there is, for people. */
export async function tellState(rotation: Rotation): Promise<void> {
  const secrets = await rotation.secrets.read()
  useSecrets(secrets)
  const { field, lookup } = currentKeys()
  const [next, former] = [nextIds(secrets), formerIds(secrets)]
  rotation.say(`current: field key ${field}, look-up key ${lookup}`)
  if (next.field) rotation.say(`next: field key ${next.field}, look-up key ${next.lookup}`)
  if (former.field.length) rotation.say(`former: field key ${former.field.join()}, look-up key ${former.lookup.join()}`)
  for (const { table, keyId, rows } of await directoryRows(rotation.on))
    rotation.say(`${table}: ${rows} rows under look-up key ${keyId}`)
  for (const { what, keyId, rows } of [...(await oldSeals(rotation.on)), ...(await oldTexts(rotation.on))])
    rotation.say(`${what}: ${rows} rows under ${keyId ? `field key ${keyId}` : 'another field key'}`)
}
