/** The npm packages of an installation, by the lock file: what the product imports, and what that depends on. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Locked = {
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** `at`: its folder in the checkout, `node_modules/a/node_modules/b`. */
export type Module = { readonly at: string; readonly name: string; readonly version: string; readonly license: string }

/** The Node of an installation. */
const NODE = `node-${process.platform}-${process.arch}`

/** Packages for other machines are in the lock file and not in the folder, and stay out. */
export function modulesFor(root: string, imported: readonly string[]): Module[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Module>()
  const left = [...imported, NODE].map((name) => ({ name, above: '', needed: true }))
  while (left.length > 0) {
    const { name, above, needed } = left.pop()!
    const at = folderOf(packages, name, above)
    if (at === undefined || !existsSync(path.join(root, at))) {
      if (needed) throw new Error(`${above || 'the product'} needs the package ${name}, which is not installed`)
      continue
    }
    if (found.has(at)) continue
    const { version, license = 'unknown', ...more } = packages[at]!
    found.set(at, { at, name, version, license })
    const peers = Object.keys(more.peerDependencies ?? {}).filter(
      (peer) => !more.peerDependenciesMeta?.[peer]?.optional,
    )
    for (const each of [...Object.keys(more.dependencies ?? {}), ...peers])
      left.push({ name: each, above: at, needed: !(each in (more.optionalDependencies ?? {})) })
    for (const each of Object.keys(more.optionalDependencies ?? {})) left.push({ name: each, above: at, needed: false })
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Where Node would look: in the package's own folder first, then upwards. */
function folderOf(packages: Record<string, Locked>, name: string, above: string): string | undefined {
  for (let folder = above; ;) {
    const at = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[at]) return at
    if (!folder) return undefined
    const up = folder.lastIndexOf('/node_modules/')
    folder = up === -1 ? '' : folder.slice(0, up)
  }
}
