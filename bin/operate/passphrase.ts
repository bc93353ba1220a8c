/** The passphrase of a copy of the secrets: from KAIKA_PASSPHRASE_FILE, or typed unseen. */
import { readFileSync } from 'node:fs'
import { ConfigProblem } from '#server/core/settings/settings.ts'

/** Below this, somebody with the file could try all of them. */
const LEAST = 12

export async function passphrase({ twice }: { twice: boolean }): Promise<string> {
  const file = process.env['KAIKA_PASSPHRASE_FILE']
  const given = file ? fromFile(file) : await typed(twice)
  if ([...given].length < LEAST) throw new ConfigProblem(`a passphrase has at least ${LEAST} characters`)
  return given
}

function fromFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
      .replace(/\r?\n$/, '')
      .normalize('NFKC')
  } catch (error) {
    throw new ConfigProblem(`KAIKA_PASSPHRASE_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
  }
}

async function typed(twice: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ConfigProblem('no passphrase: set KAIKA_PASSPHRASE_FILE, or run this in a terminal')
  const first = await unseen('Passphrase: ')
  if (twice && (await unseen('Once more: ')) !== first) throw new ConfigProblem('the two differ')
  return first.normalize('NFKC')
}

/** One line of a terminal that shows nothing of it. */
function unseen(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true).resume().setEncoding('utf8')
  let line = ''
  return new Promise((resolve, reject) => {
    const onData = (piece: string): void => {
      for (const key of piece) {
        if (key === '\u007f') line = [...line].slice(0, -1).join('')
        else if (key !== '\r' && key !== '\n' && key !== '\u0003') line += key
        else {
          stdin.off('data', onData).setRawMode(false).pause()
          stderr.write('\n')
          return key === '\u0003' ? reject(new ConfigProblem('cancelled')) : resolve(line)
        }
      }
    }
    stdin.on('data', onData)
  })
}
