/** Runs a script on the demo's database, passed as DATABASE_URL and KAIKA_DATABASE_OWNER_URL: `onDatabase.ts <script> [arguments]`. */
import { spawnSync } from 'node:child_process'
import { borrowDatabase, dataDir } from '../demoDatabase.ts'

const { url, ownerUrl, stop } = await borrowDatabase()
const { status } = spawnSync(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: url, KAIKA_DATABASE_OWNER_URL: ownerUrl, KAIKA_DATA: dataDir },
})
await stop()
process.exitCode = status ?? 1
