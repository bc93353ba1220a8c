/** results/mutation.md: one section per target, replaced when the target is run again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { machine } from '../tools/machine.ts'
import { excused, targets } from './targets.ts'
import type { Named } from './mutants.ts'

export type Found = Named & { killedBy: string | undefined }

const file = path.join(import.meta.dirname, '../results/mutation.md')
const HEAD = `# Does a test notice when a line is wrong?

Mutants drawn by hash from the modules that decide about money, each run against the module’s own tests.
To reach: at least 90 % of at least 100.`

export function keepSection(name: string, found: readonly Found[]): void {
  const sections = sectionsOf(existsSync(file) ? readFileSync(file, 'utf8') : '')
  sections.set(name, sectionOf(name, found))
  const inOrder = targets.flatMap((target) => sections.get(target.name) ?? [])
  const sum = (pattern: RegExp): number => inOrder.reduce((total, text) => total + Number(pattern.exec(text)![1]), 0)
  const total = `**All: ${shareOf(sum(/: (\d+) of/), sum(/ of (\d+)/))}**`
  const parts = [
    HEAD,
    total,
    ...inOrder,
    machine()
      .map(([what, value]) => `${what}: ${value}  `)
      .join('\n'),
  ]
  writeFileSync(file, `${parts.join('\n\n')}\n`)
}

const sectionsOf = (report: string): Map<string, string> =>
  new Map(
    report
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [/^## (\w+)/.exec(text)![1]!, text.replace(/\nDate: [^]*/, '').trimEnd()]),
  )

const shareOf = (killed: number, of: number): string =>
  `${killed} of ${of} killed (${((100 * killed) / Math.max(1, of)).toFixed(0)} %)`

export function sectionOf(name: string, found: readonly Found[]): string {
  const survivors = found.filter(({ killedBy }) => !killedBy)
  const rows = survivors.map(
    (mutant) =>
      `| ${mutant.name} (line ${mutant.line}) | ${code(mutant.from)} → ${code(mutant.to)} | ${excused[mutant.name] ?? '**a test is missing**'} |`,
  )
  return [
    `## ${name}: ${shareOf(found.length - survivors.length, found.length)}`,
    ...(rows.length ? ['', '| survivor | change | why it survives |', '|---|---|---|', ...rows] : []),
  ].join('\n')
}

function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return `\`${line.length > 60 ? `${line.slice(0, 57)}…` : line}\``
}
