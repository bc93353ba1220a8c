/** Rotates the keys of an installation while its servers run (docs/operate/keys.md#rotation): `bin/keys rotate add|fill|use|seal|remove|status`. */
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { composition } from '#server/modules.ts'
import { outsideOf, outsideSettings } from '#server/outside/choose.ts'
import { openSecrets, replaceSecrets } from '#server/outside/keys/openSecrets.ts'
import { borrowDatabase } from '../demoDatabase.ts'
import { addKeys, fill, removeFormer, sealRows, tellState, useNext, type Rotation } from './rotation/rotateKeys.ts'

const steps: Readonly<Record<string, (rotation: Rotation) => Promise<void>>> = {
  add: addKeys,
  fill,
  use: useNext,
  seal: sealRows,
  remove: removeFormer,
  status: tellState,
}

/** Between two batches: the servers come first. */
const PAUSE_MS = 20
/** For servers to read a new file. */
const PATIENCE_MS = 60_000

const [name = ''] = process.argv.slice(2)
const step = steps[name]
if (!step) {
  console.error(`bin/keys rotate ${Object.keys(steps).join('|')}`)
  process.exit(1)
}
const { url, ownerUrl, stop } = await borrowDatabase()
try {
  const settings = readConfig({ ...process.env, DATABASE_URL: url }, outsideSettings)
  const secrets = await openSecrets(settings)
  compose(composition)
  useSecrets(secrets)
  openDb(ownerUrl, { connections: 4, statementTimeoutMs: 0 })
  await step({
    on: db,
    secrets: { read: () => openSecrets(settings), replace: (changed) => replaceSecrets(settings, changed) },
    issuers: outsideOf({ ...settings, secrets }).issuers,
    gently: { pauseMs: PAUSE_MS },
    patience: { forMs: PATIENCE_MS },
    say: (line) => console.log(line),
  })
} catch (error) {
  if (!(error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await closeDb()
  await stop()
}
