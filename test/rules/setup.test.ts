import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

test('packages are never installed through a link, because that would empty the folder behind it', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-setup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [here, other] = [path.join(folder, 'here'), path.join(folder, 'other')]
  for (const made of [here, other]) mkdirSync(made)
  writeFileSync(path.join(here, 'package.json'), '{ "name": "linked", "version": "1.0.0" }')
  writeFileSync(
    path.join(here, 'package-lock.json'),
    '{ "name": "linked", "version": "1.0.0", "lockfileVersion": 3, "packages": { "": { "name": "linked", "version": "1.0.0" } } }',
  )
  writeFileSync(path.join(other, 'precious'), '')
  symlinkSync(other, path.join(here, 'node_modules'))
  const setup = path.resolve(import.meta.dirname, '../../bin/setup.cjs')
  const { status, stderr } = spawnSync(process.execPath, [setup], { cwd: here, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^node_modules is a link, .*Nothing was done\.\n$/)
  assert.ok(existsSync(path.join(other, 'precious')))
  assert.ok(!existsSync(path.join(other, '.kaika-installed')))
})
