/**
 * Measures how much JavaScript a page needs before it is usable, gzipped, from the build's manifest: the entry, its imports, and the page's own chunk. Chunks
 * loaded only after an action are not counted.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { tell, type Figure } from './tools/figures.ts'

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

const dist = path.join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

const base = ['index.html', 'text.cn.ts']
const frame = ['account/signedIn.tsx', 'account/layout/frame.cn.ts']
const pages = {
  'sign-in': { needs: ['account/identity/signIn/SignInPage.tsx', 'account/identity/signIn/text.cn.ts'], limit: 130 },
  'sign-up': { needs: ['account/identity/signIn/SignUpPage.tsx', 'account/identity/signIn/text.cn.ts'], limit: 130 },
  overview: { needs: [...frame, 'account/overview/OverviewPage.tsx', 'account/overview/text.cn.ts'], limit: 180 },
  'card list': { needs: [...frame, 'account/cards/list/CardListPage.tsx', 'account/cards/text.cn.ts'], limit: 240 },
} satisfies Record<string, { needs: string[]; limit: number }>

function graph(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest: build first, or put its name right here`)
    if (seen.has(key)) continue
    seen.add(key)
    graph(chunk.imports ?? [], seen)
  }
  return seen
}

const gzipped = (key: string): number => {
  const { file } = manifest[key]!
  return file.endsWith('.js') ? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length : 0
}

const figures: Figure[] = []
const notes: string[] = []
for (const [page, { needs, limit }] of Object.entries(pages)) {
  const chunks = [...graph([...base, ...needs])].map((key) => [key, gzipped(key)] as const)
  const kilobytes = chunks.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000
  figures.push({ what: `JavaScript needed by ${page}, gzip`, value: kilobytes, unit: 'kB', reach: { atMost: limit } })
  const largest = chunks.sort((a, b) => b[1] - a[1]).slice(0, 10)
  notes.push(
    `Largest of ${page}, kB: ${largest.map(([key, bytes]) => `${key} ${(bytes / 1000).toFixed(1)}`).join(', ')}.`,
  )
}
tell({ figures, notes })
