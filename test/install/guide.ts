/** The commands of docs/operate/install.md: what an operator is told to do is what is done. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../docs/operate/install.md')

/** The blocks of shell commands under each heading, by the number of the heading. */
export function commandsOf(replaced: Readonly<Record<string, string>>): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const [, number, section] of readFileSync(file, 'utf8').matchAll(/^## (\d+)\. .*\n([^]*?)(?=^## |$(?![^]))/gm))
    found.set(
      Number(number),
      [...section!.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) =>
        Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), block!),
      ),
    )
  return found
}

/** The settings that the guide names, with other values. */
export function settingsLike(values: Readonly<Record<string, string>>): string {
  const [, block] = /^```ini\nDATABASE_URL([^]*?)^```$/m.exec(readFileSync(file, 'utf8'))!
  const named = [...`DATABASE_URL${block}`.matchAll(/^([A-Z_]+)=(.*)$/gm)]
  const unknown = named.filter(([, name, value]) => value!.includes('…') && !(name! in values))
  if (unknown.length) throw new Error(`no value for ${unknown.map(([, name]) => name).join(', ')}`)
  const merged = { ...Object.fromEntries(named.map(([, name, value]) => [name!, value!])), ...values }
  return Object.entries(merged)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
