/** The files of an installation in a folder, as they are on every machine that has it. */
import { cpSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { modulesFor, type Module } from './modules.ts'
import { neededFiles } from './sources.ts'

export type Product = { readonly name: string; readonly version: string; readonly description: string }
export type Tree = { readonly folder: string; readonly product: Product; readonly modules: readonly Module[] }

/** Headers and manuals of Node, and maps to sources that are not there. */
const NOT_RUN = /^node_modules\/node-[^/]+\/(include|share|CHANGELOG\.md)|\.(js|mjs|cjs|ts|mts|cts)\.map$/

/** Replaces what is in `folder`. */
export function layTree(root: string, folder: string): Tree {
  rmSync(folder, { recursive: true, force: true })
  const { files, packages } = neededFiles(root)
  for (const file of files) {
    const to = path.join(folder, file)
    mkdirSync(path.dirname(to), { recursive: true })
    cpSync(path.join(root, file), to)
  }
  const modules = modulesFor(root, packages)
  for (const { at } of modules)
    cpSync(path.join(root, at), path.join(folder, at), {
      recursive: true,
      filter: (from) => {
        const inside = path.relative(root, from)
        return !inside.slice(at.length).startsWith('/node_modules') && !NOT_RUN.test(inside)
      },
    })
  const node = modules.find(({ name }) => name.startsWith('node-'))!
  mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(`../${node.name}/bin/node`, path.join(folder, 'node_modules/.bin/node'))
  for (const program of ['bin/kaika', 'bin/node']) chmodSync(path.join(folder, program), 0o755)

  const { name, version, description, license, type, imports } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Product & { license: string; type: string; imports: Record<string, string> }
  // Without scripts and without what only developers install.
  const dependencies = Object.fromEntries(
    modules.filter(({ at, name: its }) => at === `node_modules/${its}`).map((one) => [one.name, one.version]),
  )
  const manifest = { name, version, private: true, description, license, type, imports, dependencies }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return { folder, product: { name, version, description }, modules }
}
