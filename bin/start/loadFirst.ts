/**
 * Imported before a program of `npm start`: loads most of its modules, which takes longer than anything else at its start, while PostgreSQL starts and is
 * migrated. The program itself begins when its settings arrive.
 */
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

const modules: Record<string, () => Promise<unknown>> = {
  'server/main.ts': () => Promise.all([import('#server/http/app.ts'), import('#server/modules.ts')]),
  'simulators/main.ts': () => import('#simulators/start.ts'),
}

// This is imported before the program's threads too, which have their settings.
if (isMainThread) await loadAndWait()

async function loadAndWait(): Promise<void> {
  const leave = (): never => process.exit(0)
  process.once('disconnect', leave) // the process that started us is gone
  const settings = new Promise<Record<string, string>>((resolve) =>
    process.once('message', ({ begin }: { begin: Record<string, string> }) => resolve(begin)),
  )
  await modules[path.relative(path.resolve(import.meta.dirname, '../..'), process.argv[1]!)]?.()
  flushCompileCache() // for a program with the same modules
  process.send?.({ loaded: true })
  Object.assign(process.env, await settings)
  process.off('disconnect', leave)
}
