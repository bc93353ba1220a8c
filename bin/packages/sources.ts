/** Which files of the checkout an installation needs: what its programs import, directly or indirectly, and the data that they read. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `bin/kaika` starts everything an operator runs; the others are programs of their own. */
const PROGRAMS = [
  'bin/operate/kaika.ts',
  'server/main.ts',
  'bin/prove.ts',
  'bin/backup/drill.ts',
  'bin/backup/openSealed.ts',
]
/** Read at run time, by path. */
const DATA = [
  'bin/kaika',
  'bin/node',
  'package.json',
  'CHANGELOG.md',
  'db/signed.txt',
  'db/migrations/*.sql',
  'web/public/mark.svg',
  'dist/**/*',
  'docs/operate/*.md',
  'deploy/**/*',
]
/** A world that is told or tested never reaches an installation. */
const NEVER = /^(simulators|test|bench|db\/seed|web\/(?!public\/mark\.svg))/

/** In the words of the source: `import … from 'x'`, `export … from 'x'`, `import('x')`, `new URL('x', import.meta.url)`. Types are erased, and need nothing. */
const IMPORTS = [
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\bnew URL\('([^']+\.ts)', import\.meta\.url\)/g,
]

export type Needed = {
  /** Paths in the checkout. */
  readonly files: readonly string[]
  /** Names of npm packages that they import. */
  readonly packages: readonly string[]
}

/** Throws if an installation would need a file that is not there, or one of a simulated world. */
export function neededFiles(root: string): Needed {
  const files = new Set<string>()
  const packages = new Set<string>()
  const from = new Map<string, string>()
  const left = [...PROGRAMS]
  while (left.length > 0) {
    const file = left.pop()!
    if (files.has(file)) continue
    if (NEVER.test(file)) throw new Error(`${from.get(file)} imports ${file}, which is not for an installation`)
    if (!existsSync(path.join(root, file))) throw new Error(`${from.get(file) ?? 'the list'} needs ${file}`)
    files.add(file)
    for (const specifier of importsOf(readFileSync(path.join(root, file), 'utf8'), file)) {
      const found = resolved(file, specifier)
      if (found === undefined) packages.add(packageOf(specifier))
      else {
        left.push(found)
        from.set(found, file)
      }
    }
  }
  for (const pattern of DATA)
    for (const entry of globSync(pattern, { cwd: root, withFileTypes: true }))
      if (entry.isFile()) files.add(path.relative(root, path.join(entry.parentPath, entry.name)))
  return { files: [...files].sort(), packages: [...packages].sort() }
}

function importsOf(text: string, file: string): string[] {
  const found = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => specifier!))
  return found
    .filter((specifier) => !specifier.startsWith('node:') && !specifier.endsWith('.json'))
    .map((specifier) =>
      // A thread is named by its file, without `./`.
      existsSync(path.join(path.dirname(file), specifier)) && !specifier.startsWith('.') ? `./${specifier}` : specifier,
    )
}

/** The path in the checkout, or undefined for a package. */
function resolved(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.normalize(path.join(path.dirname(file), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
