/**
 * `npm run package`: a Debian package and an OCI image of this checkout in `release/`, with a bill of materials and the licences of all parts. Needs dpkg-deb, tar
 * and ldd, and no internet: everything comes from the checkout and from `node_modules`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from '../web.ts'
import { billOfMaterials } from './bill.ts'
import { debianPackage } from './debian.ts'
import { ociImage } from './image.ts'
import { layTree } from './tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

await buildWeb()
mkdirSync(folder, { recursive: true })
const [epoch, revision] = [Number(git('log', '-1', '--format=%ct')), git('rev-parse', 'HEAD')]
const tree = layTree(root, path.join(folder, 'kaika'))
billOfMaterials(tree)
const made = [debianPackage(root, tree, { folder, epoch }), ociImage(tree, { folder, epoch, revision })]
for (const name of ['sbom.cdx.json', 'LICENCES.txt']) {
  copyFileSync(path.join(tree.folder, name), path.join(folder, name))
  made.push(path.join(folder, name))
}
rmSync(tree.folder, { recursive: true })
const sums = made.map(
  (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}\n`,
)
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))
for (const file of made)
  console.log(`${(statSync(file).size / 2 ** 20).toFixed(1).padStart(6)} MB  ${path.relative(process.cwd(), file)}`)
console.log(`${tree.modules.length} packages of npm, version ${tree.product.version} of ${revision.slice(0, 12)}`)
