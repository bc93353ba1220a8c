/**
 * `npm run bench`: runs all benchmarks of this folder, or the named ones, one after another, each in a process of its own. Prints the figures with their
 * targets and writes them to `results/`, with a description of the machine.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from '#bin/web.ts'
import { takenByHost } from './tools/cpuMs.ts'
import { lineOf, type Told, shown, verdictOf } from './tools/figures.ts'
import { machine } from './tools/machine.ts'
import { onScratch } from './tools/scratch.ts'

/**
 * `prepared` sets up the environment that the benchmark needs, and passes settings to it. `apart`: only when named. `script`: another benchmark's, with settings in `env` unless they are
 * set already. `minutes`: how long it takes at most, where that is longer than the others.
 */
type Bench = {
  question: string
  apart?: true
  script?: string
  env?: NodeJS.ProcessEnv
  minutes?: number
  prepared?: (told: (env?: NodeJS.ProcessEnv) => Promise<Told>) => Promise<Told>
}

const benches: Record<string, Bench> = {
  decide: {
    question: 'How many authorizations a second does one server decide, through signed HTTP, durably, in service?',
    minutes: 12,
  },
  decide10m: {
    question: 'How many authorizations a second does one server decide with ten million behind them?',
    apart: true,
    script: 'decide',
    env: { BENCH_ROWS_BEHIND: '10000000' },
    minutes: 30,
  },
  mixed: { question: 'Does anything that people do delay a decision?' },
  controls: { question: 'What do the controls of fifty thousand cards take in memory?' },
  decisionBytes: { question: 'What does a decision write?' },
  lists: {
    question: 'How long does any list take with any filter, on a million authorizations of one account?',
    minutes: 15,
  },
  moneyFlow: {
    question: 'How long does it take to show where the money of an account with a million purchases went?',
    script: 'years/moneyFlow',
    env: { BENCH_BOOK_ACCOUNTS: '1', BENCH_BOOK_CARDS: '1000' },
    minutes: 15,
  },
  lists10m: {
    question: 'How long does any list take with any filter, on ten million authorizations of one account?',
    apart: true,
    script: 'lists',
    env: { BENCH_ROWS: '10000000' },
    minutes: 60,
  },
  batch: {
    question: 'What do a thousand cards opened at once cost, against one write of their rows, and against one card?',
  },
  exports: { question: 'What does a file of a million rows cost?' },
  calls: { question: 'What does the server add to the query of an ordinary call?' },
  backTest: { question: 'What does it take to try a set of rules on a million authorizations?' },
  tryOn: { question: 'What does it take to try controls on a million authorizations?' },
  ledger: {
    question: 'How many transfers and holds a second does the ledger write, durably?',
    prepared: (told) => onScratch({ durable: true }, (_, __, ownerUrl) => told({ DATABASE_URL: ownerUrl })),
  },
  work: { question: 'What does a message to a stranger cost its sender, and us?' },
  jobs: { question: 'How long does a notice wait when a thousand a second are told?' },
  feed: { question: 'What do ten thousand open consoles cost while nothing happens, and how soon do they hear?' },
  startUp: { question: 'How long until one can work with it, from npm start?' },
  bundle: {
    question: 'How much JavaScript does a page need before it can be used?',
    prepared: (told) => buildWeb().then(() => told()),
  },
  paint: { question: 'What does a visitor wait for, over 10 Mbit/s?' },
  screen: { question: 'How soon is a purchase on the screen?', minutes: 12 },
  memory: { question: 'Does the memory of the server stay flat under load?', apart: true, minutes: 60 },
  citus: { question: 'What does a database cost that is spread over nodes, and what when one is lost?', apart: true },
  console: {
    question: 'What do people wait for in the consoles, on a desktop and on a slow phone, and what moves?',
    apart: true,
    minutes: 30,
  },
  longTasks: { question: 'Does anything that one does in a list keep the browser busy?' },
}

/** No benchmark takes this long on an idle machine, unless it says so itself. */
const LONGEST_MINUTES = 6
const MINUTE_MS = 60_000
/** Of all that are not named. */
const ALL_MS = 60 * MINUTE_MS
const started = performance.now()

function ask(
  name: string,
  { script = name, env, minutes = LONGEST_MINUTES }: Bench,
  own: NodeJS.ProcessEnv = {},
): Promise<Told> {
  const child = fork(path.join(import.meta.dirname, `${script}.ts`), { env: { ...env, ...process.env, ...own } })
  let told: Told | undefined
  child.on('message', (message) => (told = message as Told))
  const patience = setTimeout(() => child.kill('SIGTERM'), minutes * MINUTE_MS)
  return new Promise((resolve, reject) =>
    child.once('exit', (code, signal) => {
      clearTimeout(patience)
      if (told) resolve(told)
      else reject(new Error(`it ended with ${signal ?? code} and has told nothing`))
    }),
  )
}

/** Returns a benchmark's result as it is written to `results/`. */
const page = (
  question: string,
  { figures, notes = [] }: Told,
  machine: readonly (readonly [string, string])[],
): string =>
  [
    `# ${question}`,
    '',
    ...table(
      ['', '--:', ''],
      ['', 'measured', 'to reach'],
      figures.map((figure) => [figure.what, `${shown(figure.value)} ${figure.unit}`.trim(), verdictOf(figure)]),
    ),
    '',
    ...notes.flatMap((note) => [note, '']),
    ...table(['', ''], ['on', ''], machine),
    '',
  ].join('\n')

const table = (aligned: readonly string[], head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, aligned.map((how) => how || '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in benches))
if (unknown.length) {
  console.error(`there is no ${unknown.join(', ')}: choose among ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const on = machine()
console.log(on.map(([what, value]) => `${what}: ${value}`).join('\n'))
mkdirSync(path.join(import.meta.dirname, 'results'), { recursive: true })
for (const [name, bench] of Object.entries(benches)) {
  const { question, prepared, apart } = bench
  if (named.length ? !named.includes(name) : apart) continue
  console.log(`\n${question}`)
  if (!named.length && performance.now() - started > ALL_MS) {
    console.log(`  not asked: the ${ALL_MS / MINUTE_MS} minutes are over`)
    continue
  }
  const taken = takenByHost()
  try {
    const answer = await (prepared ? prepared((env) => ask(name, bench, env)) : ask(name, bench))
    for (const figure of answer.figures) console.log(`  ${lineOf(figure)}`)
    writeFileSync(
      path.join(import.meta.dirname, 'results', `${name}.md`),
      page(question, answer, [...on, ['Taken by the host meanwhile', `${taken().toFixed(0)} %`]]),
    )
  } catch (error) {
    console.log(`  failed: ${(error as Error).message}`)
    process.exitCode = 1
  }
}
