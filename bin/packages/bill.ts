/** What an installation is made of: a bill of materials for scanners (CycloneDX, by npm), and the licences with their texts for people. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Tree } from './tree.ts'

/** Licences under which a program may be sold without its sources. Another one is for people to decide about. */
const ALLOWED = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'Python-2.0',
  ],
  // libvips, as a shared library of its own beside sharp, which can be replaced.
  'LGPL-3.0-or-later',
])
const IS_LICENCE = /^(licen[cs]e|copying|notice)(\.|-|$)/i

export function billOfMaterials({ folder, modules }: Tree): void {
  const strange = modules.filter(({ license }) => !ALLOWED.has(license.replace(/^\((\S+) OR .*\)$/, '$1')))
  if (strange.length > 0)
    throw new Error(
      `licences to decide about: ${strange.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
    )

  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--offline']
  const bill = JSON.parse(execFileSync('npm', npm, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    serialNumber?: string
    metadata: { timestamp?: string }
    components: { name: string; version: string }[]
  }
  const missing = modules.filter(
    ({ name, version }) => !bill.components.some((one) => one.name === name && one.version === version),
  )
  if (missing.length > 0) throw new Error(`not in the bill of materials: ${missing.map(({ at }) => at).join(', ')}`)
  // Two builds of one commit are equal.
  delete bill.serialNumber
  delete bill.metadata.timestamp
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)

  const texts = modules.map(({ name, version, license, at }) => {
    const own = readdirSync(path.join(folder, at)).filter((file) => IS_LICENCE.test(file))
    const text = own.map((file) => readFileSync(path.join(folder, at, file), 'utf8').trim()).join('\n\n')
    return `${name} ${version}\n${license}\n\n${text || 'The package has no text of its licence.'}\n`
  })
  writeFileSync(
    path.join(folder, 'LICENCES.txt'),
    `The parts of this program that others made, each under its own licence.\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`,
  )
}
