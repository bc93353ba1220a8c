/** Which module each page of the account holder's console is, and its texts: `web/account/routes.ts`, asked instead of read. */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../..')
const ROUTES = pathToFileURL(path.join(root, 'web/account/routes.ts')).href

type Entry = { path: string; load?: () => Promise<unknown>; children?: readonly Entry[] }

/** By address: paths below `web/`, texts in Chinese. */
export async function pageModules(): Promise<Map<string, string[]>> {
  let modules: string[] | undefined
  // Node cannot load what pages are made of, and need not: the names of the modules are enough.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL !== ROUTES || !modules) return next(specifier, context)
      modules.push(path.posix.join('account', specifier))
      return { url: 'data:text/javascript,export default undefined', shortCircuit: true }
    },
  })
  try {
    const { table } = (await import(ROUTES)) as { table: readonly Entry[] }
    const pages = new Map<string, string[]>()
    for (const entry of flat(table)) {
      if (!entry.load) continue
      modules = []
      await entry.load()
      pages.set(entry.path, modules)
      modules = undefined
    }
    return pages
  } finally {
    hooks.deregister()
  }
}

const flat = (table: readonly Entry[]): Entry[] => table.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
