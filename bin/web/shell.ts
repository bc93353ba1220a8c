/** Writes the worker of the installed console into a finished build: with all files of the console, and a version that changes with them. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const dist = path.join(root, 'dist')
/** Served under this address by server/http/staticFiles.ts, like `/`. */
const DOCUMENT = '/app/'
const UNHASHED = ['/mark.svg', '/icons/192.png']

type Chunk = { file: string; assets?: string[]; css?: string[]; imports?: string[]; dynamicImports?: string[] }

/** Everything that the account holders' console may load: 700 kB, compressed, once for an installed app. A page that was never opened opens without a network, too. */
export function addShell(): void {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const document = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!)
  const files = [...new Set([DOCUMENT, ...UNHASHED, ...named, ...filesFrom(manifest, 'index.html')])]
  const source = readFileSync(path.join(root, 'web/worker.js'), 'utf8')
  const hash = createHash('sha256').update(source).update(document).update(files.join())
  for (const file of UNHASHED) hash.update(readFileSync(path.join(dist, file)))
  const shell = { version: hash.digest('base64url').slice(0, 12), files }
  writeFileSync(path.join(dist, 'worker.js'), `globalThis.shell = ${JSON.stringify(shell)}\n${source}`)
}

function filesFrom(manifest: Readonly<Record<string, Chunk>>, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  const { file, assets = [], css = [], imports = [], dynamicImports = [] } = chunk
  return [
    ...[file, ...assets, ...css].map((name) => `/${name}`),
    ...[...imports, ...dynamicImports].flatMap((name) => filesFrom(manifest, name, seen)),
  ]
}
