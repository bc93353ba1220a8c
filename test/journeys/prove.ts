/** The output of `bin/prove` for the journeys' database. */
import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export const prove = (): Promise<string> =>
  new Promise((resolve) => {
    execFile(path.join(root, 'bin/prove'), { cwd: root }, (error, said, warned) =>
      resolve(error ? `${said}${warned}${error.message}` : said),
    )
  })
