import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

it('the server holds one HTTP client, not two', async () => {
  const look = `await import(${JSON.stringify(new URL('app.ts', import.meta.url).href)})
    process.stdout.write(process.moduleLoadList.filter((name) => /deps.undici/.test(name)).join())
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', look])
  assert.equal(stdout, '', 'something imports node:http by itself, or calls fetch as it starts')
})
