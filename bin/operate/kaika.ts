/** `bin/kaika`: what an operator does with an installation (docs/operate/production.md). */
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { UsageProblem } from './usage.ts'

type Command = {
  /** What follows the name. */
  takes: string
  about: string
  /** Each loads what it needs: `help` needs nothing. The exit code, if it is not 0. */
  run(args: string[]): Promise<number | void>
}

const commands: Record<string, Command> = {
  serve: {
    takes: '[--role decide|console|worker|all]',
    about: 'Starts a server; several roles with commas between them. Refuses what is dangerous, in one list.',
    run: async (args) => {
      // The server reads its roles as it is started.
      process.argv.splice(2, Infinity, ...(args[0] === '--role' ? [`--role=${args[1] ?? ''}`, ...args.slice(2)] : args))
      await import('#server/main.ts')
    },
  },
  migrate: {
    takes: '',
    about: 'Brings the database up to date as its owner, and grants the servers’ role its rights.',
    run: async (args) => (none(args), (await import('./migrateDatabase.ts')).migrateByCommand()),
  },
  check: {
    takes: '',
    about: 'Looks at everything that a server needs, and tells what is wrong in one list. Starts nothing.',
    run: async (args) => (none(args), (await import('./check/check.ts')).check()),
  },
  staff: {
    takes:
      'first LOGIN NAME NAME-IN-ENGLISH LOGIN NAME NAME-IN-ENGLISH | add LOGIN ROLES NAME NAME-IN-ENGLISH | renew LOGIN',
    about: 'Adds the first two administrators, one more person, or a new link of somebody. Prints each link once.',
    run: async (args) => (await import('./staff.ts')).staffByCommand(args),
  },
  prove: {
    takes: '[--new]',
    about: 'Proves the books: prints every break, or that they balance. With --new, what is new since the last proof.',
    run: async (args) => {
      if (args.some((arg) => arg !== '--new')) throw new UsageProblem('it takes --new or nothing')
      // The program reads its arguments and sets the exit code by itself.
      process.argv.splice(2, Infinity, ...args)
      await import('../prove.ts')
    },
  },
  'make-secrets': {
    takes: '',
    about: 'Makes the keys of a new installation in KAIKA_DATA, wrapped if KAIKA_KEYS says so.',
    run: async (args) => (none(args), (await import('./secrets.ts')).makeSecrets()),
  },
  'backup-secrets': {
    takes: 'FILE',
    about: 'Writes a copy of the secrets under a passphrase (typed, or in KAIKA_PASSPHRASE_FILE). Replaces no file.',
    run: async (args) => (await import('./copySecrets.ts')).backupSecrets(fileIn(args)),
  },
  'restore-secrets': {
    takes: 'FILE',
    about: 'Puts the secrets of such a copy into KAIKA_DATA. Replaces no other secrets.',
    run: async (args) => (await import('./copySecrets.ts')).restoreSecrets(fileIn(args)),
  },
  'rotate-keys': {
    takes: 'add|fill|use|seal|remove|status',
    about: 'Rotates field and look-up keys while servers run, one step after another.',
    run: async ([step = '', ...more]) => {
      none(more)
      const { rotateByCommand, rotationSteps } = await import('./rotateKeys.ts')
      if (!Object.hasOwn(rotationSteps, step)) throw new UsageProblem('it takes one step')
      return rotateByCommand(step as keyof typeof rotationSteps)
    },
  },
  'push-key': {
    takes: '',
    about:
      'Prints a new key for notifications on devices, for KAIKA_PUSH_KEY. Another key ends what devices have subscribed to.',
    run: async (args) => {
      none(args)
      const { newPushKey } = await import('#server/outside/push/webPush.ts')
      console.log(`KAIKA_PUSH_KEY=${newPushKey()}`)
    },
  },
  'wrap-secrets': {
    takes: '',
    about: 'Wraps plain keys by the service of KAIKA_KEYS.',
    run: async (args) => (none(args), (await import('./secrets.ts')).wrapByCommand()),
  },
}

/** The only word after the command. */
function fileIn(args: readonly string[]): string {
  if (args.length !== 1) throw new UsageProblem('it takes one file')
  return args[0]!
}

function none(args: readonly string[]): void {
  if (args.length > 0) throw new UsageProblem(`it takes no ${args[0]}`)
}

const usage = (name: string, { takes }: Command): string => `bin/kaika ${name} ${takes}`.trim()

function help(): void {
  console.log('bin/kaika COMMAND: settings are environment variables (README.md#settings)\n')
  for (const [name, command] of Object.entries(commands))
    console.log(`  ${usage(name, command).slice('bin/kaika '.length)}\n      ${command.about}`)
}

async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return (help(), 0)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`bin/kaika has no command ${name}: bin/kaika help lists them`)
    return 2
  }
  try {
    return (await command.run(args)) ?? 0
  } catch (error) {
    if (error instanceof UsageProblem) console.error(`${error.message}\n${usage(name, command)}`)
    else if (error instanceof ConfigProblem) console.error(error.message)
    else throw error
    return error instanceof UsageProblem ? 2 : 1
  }
}

const code = await main(process.argv.slice(2))
if (code !== 0) process.exit(code) // a server that does not start may have begun something
