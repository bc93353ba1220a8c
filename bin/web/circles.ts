/** Files of the build that import each other in a circle. Neither can run before the other has, so a page that loads one after a sign-in may wait for itself and stay empty. */
import type { Plugin } from 'vite'

/** Each circle once, from its first file on. `importsOf`: what each file imports, lazy imports aside. */
export function circlesIn(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push(path.slice(at))
    if (at >= 0 || done.has(file)) return
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of importsOf.keys()) visit(file, [])
  return circles
}

/** Ends a build whose files import each other in a circle. */
export const withoutCircles: Plugin = {
  name: 'without-circles',
  generateBundle(_, bundle) {
    const files = Object.values(bundle).filter((file) => file.type === 'chunk')
    const circles = circlesIn(new Map(files.map(({ fileName, imports }) => [fileName, imports])))
    if (circles.length)
      this.error(
        `files import each other in a circle (bin/web/chunks.ts says which are together): ${circles.map((circle) => circle.join(' → ')).join('; ')}`,
      )
  },
}
