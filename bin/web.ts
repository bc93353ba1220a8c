import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { addEarly } from './web/early.ts'
import { addReference } from './web/reference/write.ts'
import { addShell } from './web/shell.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The sources of the consoles. Compared by content, because a checkout resets all modification times. */
const SOURCES = ['web', 'contract', 'bin/web', 'bin/web.ts', 'vite.config.ts', 'package-lock.json']
const STAMP = path.join(root, 'dist/.built-from')

/** Levels of brotli. The quick one takes 0.1 s of a processor instead of 2.4 s, for files that are 8 % larger. */
const [QUICK, SMALL] = [5, 11]

/** Builds the consoles into `dist/`, unless the existing build is from identical sources. `quickly`: somebody waits for it, and files may be larger. */
export async function buildWeb({ always = false, quickly = false } = {}): Promise<'built' | 'fresh'> {
  const wanted = fingerprint()
  const quick = `${wanted} quick`
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  if (!always && (built === wanted || (quickly && built === quick))) return 'fresh'
  await runVite('vite.config.ts')
  // Afterwards, because the first one empties the folder.
  await runVite('bin/web/reference/vite.config.ts')
  await addReference()
  await addEarly()
  addShell()
  await compress(quickly ? QUICK : SMALL)
  writeFileSync(STAMP, quickly ? quick : wanted)
  return 'built'
}

async function runVite(config: string): Promise<void> {
  const vite = spawn(
    process.execPath,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (text) => (said += String(text)))
  const code = await new Promise((resolve) => vite.once('close', resolve))
  if (code !== 0) throw new Error(`the consoles cannot be built:\n${said}`)
}

/** Compresses once here rather than per visitor. */
async function compress(level: number): Promise<void> {
  const folder = path.join(root, 'dist/assets')
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name)
      const text = await readFile(file)
      if (text.length < 1024) return
      const quality = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params: quality }))
    }),
  )
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (file: string): void => {
    const full = path.join(root, file)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${file}/${name}`)
    else hash.update(`${file}\n`).update(readFileSync(full))
  }
  SOURCES.forEach(add)
  return hash.digest('hex')
}
