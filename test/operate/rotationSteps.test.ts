/** The steps of a rotation wait for every server, refuse what comes too early, and can be repeated. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  addKeys,
  fill,
  removeFormer,
  sealRows,
  tellState,
  useNext,
  type Rotation,
} from '#bin/secrets/rotation/rotateKeys.ts'
import { one, run, sql, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { keyIds, KeyUnknown, seal, unseal, useSecrets } from '#server/core/secrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import type { Secrets } from '#server/core/settings/storedSecrets.ts'
import { owner } from '../database.ts'
import { FIELD_KEY, LOOKUP_KEY, newAccount, signIn, withWorld } from '../world.ts'

withWorld()

let secrets: Secrets
const told: string[] = []
beforeEach(async () => {
  secrets = { fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY, issuerSecret: FIELD_KEY, chainSeed: FIELD_KEY }
  useSecrets(secrets)
  for (const table of ['key_process', 'key_pass', 'login_by_mobile', 'login_by_name', 'known_browser'])
    await run(owner, sql`DELETE FROM ${sql.table(table)}`)
  await owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await run(tx, sql`DELETE FROM login`)
  })
})

const rotation: Rotation = {
  on: undefined as never,
  secrets: { read: () => Promise.resolve(secrets), replace: (changed) => Promise.resolve(void (secrets = changed)) },
  issuers: new Map(),
  gently: { pauseMs: 0 },
  patience: { forMs: 200, everyMs: 20 },
  settledMs: 0,
  say: (line) => void told.push(line),
}
const step = (work: (rotation: Rotation) => Promise<void>): Promise<void> => work({ ...rotation, on: owner })
const isProblem = (like: RegExp) => (error: unknown) => error instanceof ConfigProblem && like.test(error.message)

/** Another server, which tells that it has these keys. */
const tells = (current: number, known: readonly number[], seenAgo = 0) =>
  run(
    owner,
    sql`
    INSERT INTO key_process (process_id, field_current, field_known, lookup_current, lookup_known, since, seen_at)
    VALUES ('another', ${current}, ${known}::smallint[], ${current}, ${known}::smallint[],
            clock_timestamp(), clock_timestamp() - make_interval(secs => ${seenAgo}))
    ON CONFLICT (process_id) DO UPDATE
       SET field_current = excluded.field_current, field_known = excluded.field_known, lookup_current = excluded.lookup_current,
           lookup_known = excluded.lookup_known, since = excluded.since, seen_at = excluded.seen_at`,
  )

test('a server that does not have the keys holds up each step, until it has them or is gone', async () => {
  const ana = await newAccount()
  await tells(1, [1])
  await step(addKeys)
  await assert.rejects(step(fill), isProblem(/1 running servers do not know the next keys yet/))
  await tells(1, [1, 2])
  await step(fill)
  await tells(1, [1])
  await assert.rejects(step(useNext), isProblem(/do not know the next keys/))
  await tells(1, [1, 2])
  await step(useNext)
  await assert.rejects(step(sealRows), isProblem(/do not use the current keys/))
  await tells(2, [1, 2])
  await step(sealRows)
  await assert.rejects(step(removeFormer), isProblem(/do not forget the former keys/))
  const { rows } = await one(
    owner,
    sql<{ rows: number }>`SELECT count(*) AS rows FROM login_by_mobile WHERE key_id = 1`,
  )
  assert.equal(rows, 1, 'a server that has the former key may still search by it')
  await tells(2, [1, 2], 60)
  await step(removeFormer)
  assert.ok(await signIn(ana))
  assert.deepEqual(keyIds().lookup, { current: 2, known: [2] })
})

test('steps in another order are refused, and say what is missing', async () => {
  await newAccount()
  for (const early of [fill, useNext]) await assert.rejects(step(early), isProblem(/add them first/))
  await assert.rejects(step(removeFormer), isProblem(/login is not sealed again/))
  await step(addKeys)
  await assert.rejects(step(addKeys), isProblem(/fill, then use them/))
  await assert.rejects(step(useNext), isProblem(/login is not filled for look-up key 2/))
  await assert.rejects(step(removeFormer), isProblem(/use them first/))
  await step(fill)
  await step(useNext)
  await assert.rejects(step(addKeys), isProblem(/the former keys are still there/))
  await assert.rejects(step(removeFormer), isProblem(/1 of login\.mobile_enc/))
  await step(tellState)
  assert.ok(told.includes('login.mobile_enc: 1 rows under field key 1'), told.join('\n'))
})

test('a row that is left out stops the use of the key', async () => {
  await newAccount()
  await step(addKeys)
  await step(fill)
  await run(owner, sql`DELETE FROM login_by_mobile WHERE key_id = 2`)
  await assert.rejects(step(useNext), isProblem(/1 logins or cards are not found by look-up key 2/))
})

test('a job that waits with a sealed text keeps the key, and a late row is sealed by repeating the step', async () => {
  const ana = await newAccount()
  const sealed = seal('cod_1', 'a text').toString('base64')
  await transaction((tx) => later(tx, 'identity.sendText', { codeId: 'cod_1', sealed }))
  const before = await one(owner, sql<{ mobile_enc: Buffer }>`SELECT mobile_enc FROM login`)
  for (const each of [addKeys, fill, useNext, sealRows]) await step(each)
  await assert.rejects(step(removeFormer), isProblem(/still needed: 1 of jobs$/))
  await run(owner, sql`DELETE FROM graphile_worker._private_jobs`)
  await run(owner, sql`UPDATE login SET mobile_enc = ${before.mobile_enc}`)
  await assert.rejects(step(removeFormer), isProblem(/still needed: 1 of login\.mobile_enc$/))
  await step(sealRows)
  await step(removeFormer)
  assert.ok(await signIn(ana))
})

test('a value under a key that is not here is a fault with its name, and opens once the key is here', async () => {
  for (const each of [addKeys, fill, useNext]) await step(each)
  const sealed = seal('row', 'text')
  const whole = secrets
  useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
  assert.throws(
    () => unseal('row', sealed),
    (error) => error instanceof KeyUnknown && /field key 2; this process has 1/.test(error.message),
  )
  useSecrets(whole)
  assert.equal(unseal('row', sealed), 'text')
})
