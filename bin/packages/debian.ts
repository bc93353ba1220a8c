/** The package for Debian 12 and newer, made by dpkg-deb, without root (deploy/debian). */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  globSync,
} from 'node:fs'
import path from 'node:path'
import type { Tree } from './tree.ts'

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
/** From deploy/debian to where the system looks. */
const PLACES: readonly { name: string; to: string; mode: number }[] = [
  { name: 'kaika@.service', to: 'lib/systemd/system/kaika@.service', mode: 0o644 },
  { name: 'gives-way.conf', to: 'lib/systemd/system/kaika@console.service.d/gives-way.conf', mode: 0o644 },
  { name: 'gives-way.conf', to: 'lib/systemd/system/kaika@worker.service.d/gives-way.conf', mode: 0o644 },
  { name: 'kaika-migrate.service', to: 'lib/systemd/system/kaika-migrate.service', mode: 0o644 },
  { name: 'kaika.target', to: 'lib/systemd/system/kaika.target', mode: 0o644 },
  { name: 'sysusers.conf', to: 'usr/lib/sysusers.d/kaika.conf', mode: 0o644 },
  { name: 'tmpfiles.conf', to: 'usr/lib/tmpfiles.d/kaika.conf', mode: 0o644 },
  { name: 'kaika', to: 'usr/bin/kaika', mode: 0o755 },
  { name: 'kaika.env', to: 'usr/share/doc/kaika/kaika.env', mode: 0o644 },
  { name: 'postinst', to: 'DEBIAN/postinst', mode: 0o755 },
  { name: 'prerm', to: 'DEBIAN/prerm', mode: 0o755 },
  { name: 'postrm', to: 'DEBIAN/postrm', mode: 0o755 },
]

/** Returns the path of the package. `epoch`: the time of every file, in seconds, so that two builds are equal. */
export function debianPackage(
  root: string,
  tree: Tree,
  { folder, epoch, compression = 'xz' }: { folder: string; epoch: number; compression?: 'xz' | 'none' },
): string {
  const { version, description } = tree.product
  const stage = path.join(folder, 'debian')
  rmSync(stage, { recursive: true, force: true })
  const put = (to: string, mode: number, how: (file: string) => void): void => {
    const file = path.join(stage, to)
    mkdirSync(path.dirname(file), { recursive: true })
    how(file)
    chmodSync(file, mode)
  }
  for (const { name, to, mode } of PLACES) put(to, mode, (file) => cpSync(path.join(root, 'deploy/debian', name), file))
  cpSync(tree.folder, path.join(stage, 'usr/lib/kaika'), { recursive: true, verbatimSymlinks: true })
  const papers = path.join(stage, 'usr/share/doc/kaika')
  symlinkSync('../../../lib/kaika/LICENCES.txt', path.join(papers, 'copyright'))
  symlinkSync('../../../lib/kaika/sbom.cdx.json', path.join(papers, 'sbom.cdx.json'))

  const architecture = ARCHITECTURES[process.arch]!
  const kilobytes = Math.ceil(sizeOf(path.join(stage, 'usr')) / 1024)
  const control = readFileSync(path.join(root, 'deploy/debian/control'), 'utf8')
  const filled = { VERSION: version, ARCHITECTURE: architecture, SIZE: String(kilobytes), DESCRIPTION: description }
  put('DEBIAN/control', 0o644, (file) =>
    writeFileSync(
      file,
      control.replaceAll(/@(\w+)@/g, (_, name: keyof typeof filled) => filled[name]),
    ),
  )
  const made = path.join(folder, `kaika_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', stage, made], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(stage, { recursive: true })
  return made
}

const sizeOf = (folder: string): number =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
