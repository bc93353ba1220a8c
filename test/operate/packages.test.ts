/** The Debian package and the OCI image, built and run as on a machine that has nothing else. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { billOfMaterials } from '#bin/packages/bill.ts'
import { debianPackage } from '#bin/packages/debian.ts'
import { ociImage } from '#bin/packages/image.ts'
import { neededFiles } from '#bin/packages/sources.ts'
import { layTree, type Tree } from '#bin/packages/tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const EPOCH = 1_790_000_000
const lacks = (program: string): boolean => spawnSync('which', [program]).status !== 0
const unless = (...programs: string[]) => {
  const missing = programs.filter(lacks)
  return missing.length > 0 && `skipped: ${missing.join(', ')} not installed`
}
const said = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] })
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

test('an installation has nothing of the simulated world, and every file that its programs import', () => {
  const { files } = neededFiles(root)
  assert.deepEqual(
    files.filter((file) => /^(simulators|test|bench|db\/seed|node_modules)|\.test\.ts$/.test(file)),
    [],
  )
  for (const file of ['server/main.ts', 'db/migrations/0001_baseline.sql', 'server/exports/writing/workbookWorker.ts'])
    assert.ok(files.includes(file), file)
})

describe('packages', { skip: unless('dpkg-deb', 'tar', 'ldd') }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-packages-'))
  let tree: Tree
  before(() => {
    tree = layTree(root, path.join(folder, 'kaika'))
    billOfMaterials(tree)
  })
  after(() => rmSync(folder, { recursive: true }))

  test('the Debian package unpacks to programs that run, and two builds are equal', () => {
    const made = debianPackage(root, tree, { folder, epoch: EPOCH, compression: 'none' })
    const first = hashOf(made)
    assert.equal(hashOf(debianPackage(root, tree, { folder, epoch: EPOCH, compression: 'none' })), first)
    const unpacked = path.join(folder, 'unpacked')
    said('dpkg-deb', ['--extract', made, unpacked])
    const help = said(path.join(unpacked, 'usr/lib/kaika/bin/kaika'), ['help'])
    for (const command of ['serve', 'migrate', 'check', 'staff'])
      assert.match(help, new RegExp(`^ +${command}\\b`, 'm'))
    assert.match(readFileSync(path.join(unpacked, 'usr/share/doc/kaika/copyright'), 'utf8'), /\bfastify \d/)
  })

  test('its services are confined', { skip: unless('systemd-analyze') }, () => {
    const units = globSync('deploy/debian/*.service', { cwd: root }).map((unit) => path.join(root, unit))
    assert.equal(units.length, 2)
    for (const unit of units) {
      const { exposure } = /Overall exposure level for .*: (?<exposure>[\d.]+)/.exec(
        said('systemd-analyze', ['security', '--offline=true', unit]),
      )!.groups!
      assert.ok(Number(exposure) <= 2, `${path.basename(unit)}: ${exposure}`)
    }
  })

  test('the bill of materials names every package with its version and its licence', () => {
    const { components } = JSON.parse(readFileSync(path.join(tree.folder, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string; purl: string; licenses?: unknown[] }[]
    }
    for (const { name, version } of tree.modules) {
      const found = components.find((one) => one.name === name && one.version === version)
      assert.ok(found?.licenses?.length, `${name} ${version}`)
      assert.match(found.purl, /^pkg:npm\//)
    }
    assert.ok(!components.some(({ name }) => name === 'vite'), 'what builds the product is no part of it')
  })

  const asRoot = process.getuid?.() === 0 ? unless('unshare', 'chroot', 'setpriv') : 'skipped: not root'
  test('the image runs alone, without root, on a root that cannot be written', { skip: asRoot }, () => {
    const made = ociImage(tree, { folder, epoch: EPOCH, revision: 'test' })
    const { config, rootfs } = unpackImage(made, path.join(folder, 'image'))
    assert.equal(config.User, '65532:65532')
    const environment = Object.fromEntries(
      config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]),
    )
    const inside = (...command: string[]): { status: number | null; text: string } => {
      const prepare = [
        'mount --bind "$1" "$1"',
        'mount -o remount,ro,bind "$1"',
        'mount -t proc proc "$1/proc"',
        'mount -t tmpfs -o uid=65532,gid=65532,mode=700 tmp "$1/tmp"',
        'root="$1"',
        'shift',
        'exec setpriv --no-new-privs chroot --userspec=65532:65532 "$root" "$@"',
      ]
      const namespaces = ['--mount', '--pid', '--fork', '--ipc', '--net', '--uts']
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        [...namespaces, 'sh', '-c', prepare.join(' && '), 'sh', rootfs, ...command],
        { encoding: 'utf8', env: { ...environment, PATH: process.env['PATH'] } },
      )
      return { status, text: stdout + stderr }
    }
    assert.match(inside(...config.Entrypoint, 'help').text, /^ +serve\b/m)
    // Without settings it says what is missing, and ends.
    const { status, text } = inside(...config.Entrypoint, ...config.Cmd)
    assert.equal(status, 1)
    assert.match(text, /DATABASE_URL/)
    const node = config.Entrypoint[0]!
    const write = (file: string): string =>
      inside(node, '-e', `fs.writeFileSync('${file}', 'x'); console.log('written')`).text
    assert.match(write('/usr/lib/kaika/x'), /EROFS/)
    assert.match(write('/tmp/x'), /written/)
    assert.ok(!existsSync(path.join(rootfs, 'bin/sh')))
  })
})

type ImageConfig = { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[] }
/** As a runtime does: the layers over each other. */
function unpackImage(archive: string, folder: string): { config: ImageConfig; rootfs: string } {
  const [layout, rootfs] = [path.join(folder, 'layout'), path.join(folder, 'rootfs')]
  for (const each of [layout, rootfs]) mkdirSync(each, { recursive: true })
  said('tar', ['-xf', archive, '-C', layout])
  const read = <T>({ digest }: { digest: string }): T =>
    JSON.parse(readFileSync(path.join(layout, 'blobs', digest.replace(':', '/')), 'utf8')) as T
  type Reference = { digest: string }
  const index = JSON.parse(readFileSync(path.join(layout, 'index.json'), 'utf8')) as { manifests: [Reference] }
  const manifest = read<{ config: Reference; layers: Reference[] }>(index.manifests[0])
  for (const { digest } of manifest.layers)
    said('tar', ['-xzf', path.join(layout, 'blobs', digest.replace(':', '/')), '-C', rootfs])
  return { config: read<{ config: ImageConfig }>(manifest.config).config, rootfs }
}
