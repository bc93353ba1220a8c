/** Rotates the keys of an installation while its servers run (docs/operate/keys.md#rotation). */
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { composition } from '#server/modules.ts'
import { outsideOf, outsideSettings } from '#server/outside/choose.ts'
import { openSecrets, replaceSecrets } from '#server/outside/keys/openSecrets.ts'
import { readUrls } from './migrateDatabase.ts'
import { addKeys, fill, removeFormer, sealRows, tellState, useNext, type Rotation } from './rotation/rotateKeys.ts'

export const rotationSteps = {
  add: addKeys,
  fill,
  use: useNext,
  seal: sealRows,
  remove: removeFormer,
  status: tellState,
} satisfies Record<string, (rotation: Rotation) => Promise<void>>

/** Between two batches: the servers come first. */
const PAUSE_MS = 20
/** For servers to read a new file. */
const PATIENCE_MS = 60_000

export async function rotateByCommand(step: keyof typeof rotationSteps): Promise<void> {
  const settings = readConfig(process.env, outsideSettings)
  const secrets = await openSecrets(settings)
  compose(composition)
  useSecrets(secrets)
  openDb(readUrls().ownerUrl, { connections: 4, statementTimeoutMs: 0 })
  try {
    await rotationSteps[step]({
      on: db,
      secrets: { read: () => openSecrets(settings), replace: (changed) => replaceSecrets(settings, changed) },
      issuers: outsideOf({ ...settings, secrets }).issuers,
      gently: { pauseMs: PAUSE_MS },
      patience: { forMs: PATIENCE_MS },
      say: (line) => console.log(line),
    })
  } finally {
    await closeDb()
  }
}
