/** Reads the operator's settings. What is wrong is noted and not thrown, so that the operator sees everything at once. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isRange } from '../addresses.ts'

/** What the operator has to put right; ends the start. */
export class ConfigProblem extends Error {
  /** One sentence each. */
  problems: readonly string[] = [this.message]
}

/** One list of everything; a single sentence stands alone. */
export function problemOf(problems: readonly string[], are: string): ConfigProblem {
  const list = `${problems.length} ${are}:\n${problems.map((one) => `- ${one}`).join('\n')}`
  const problem = new ConfigProblem(problems.length === 1 ? problems[0] : list)
  problem.problems = problems
  return problem
}

/** A full https URL, or one on this machine. */
const OURS_OR_HTTPS = /^(https:\/\/[^\s;,'"]+|http:\/\/127\.0\.0\.1:\d+(\/[^\s;,'"]*)?)$/

export class Settings {
  readonly #env: NodeJS.ProcessEnv
  readonly #wrong = new Set<string>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** Notes that something is wrong: a sentence that names the setting and says what it should be, and never its value if that is secret. */
  wrong(problem: string): void {
    this.#wrong.add(problem)
  }

  /** Throws {@link ConfigProblem} with everything that was noted, and then with what `more` says of other settings. */
  requireRight(more: readonly string[] = []): void {
    if (this.#wrong.size > 0) throw problemOf(this.problems(more), 'settings are wrong or missing')
  }

  /** Everything that was noted, and what `more` says of other settings. */
  problems(more: readonly string[] = []): string[] {
    const nameIn = (problem: string): string => problem.split(' ')[0]!
    const named = new Set([...this.#wrong].map(nameIn))
    return [...this.#wrong, ...more.filter((one) => !named.has(nameIn(one)))]
  }

  /** An empty setting counts as none. */
  text(name: string): string | undefined {
    return this.#env[name] || undefined
  }

  isOn(name: string, otherwise = false): boolean {
    const given = this.text(name)
    if (given === undefined) return otherwise
    if (given !== 'on' && given !== 'off') this.wrong(`${name} is on or off, not ${given}`)
    return given === 'on'
  }

  /** One without which this part cannot work. `form` is what it has to look like, with its description; `because`, what needs it. */
  required(name: string, because: string, form?: { like: RegExp; says: string }): string {
    const given = this.text(name)
    if (given === undefined) this.wrong(`${name} is missing: ${because}`)
    else if (form && !form.like.test(given)) this.wrong(`${name} is not ${form.says}`)
    else return given
    return ''
  }

  /** The content of a file named by a setting; `''` and a note if it is empty or cannot be read. */
  requiredFile(name: string, because: string): string {
    const file = this.required(name, because)
    if (file === '') return ''
    try {
      const content = readFileSync(path.resolve(file), 'utf8')
      if (content.trim() === '') this.wrong(`${name} names an empty file: ${file}`)
      return content.trim() === '' ? '' : content
    } catch (error) {
      this.wrong(`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
      return ''
    }
  }

  oneOf<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const given = this.text(name) ?? otherwise
    const chosen = choices.find((choice) => choice === given)
    if (chosen === undefined) this.wrong(`${name} is ${orList(choices)}, not ${given}`)
    return chosen ?? otherwise
  }

  /** Some of the choices, separated by commas, each once. */
  someOf<T extends string>(name: string, choices: readonly T[], otherwise: readonly T[]): readonly T[] {
    const given = this.text(name)
    if (given === undefined) return otherwise
    const names = given.split(',').map((one) => one.trim())
    const known = choices.filter((choice) => names.includes(choice))
    if (known.length !== names.length) this.wrong(`${name} has some of ${choices.join(', ')}, each once, not ${given}`)
    return known
  }

  port(name: string, otherwise: number): number {
    return this.#number(name, otherwise, (port) => port <= 65_535, 'a port')
  }

  /** At least one. */
  count(name: string, otherwise: number): number {
    return this.#number(name, otherwise, (count) => count >= 1, 'a number from 1')
  }

  cents(name: string, otherwise: number): number {
    return this.#number(name, otherwise, () => true, 'an amount in cents')
  }

  milliseconds(name: string, otherwise: number, atMost: number): number {
    return this.#number(name, otherwise, (ms) => ms <= atMost, `a number of milliseconds up to ${atMost}`)
  }

  #number(name: string, otherwise: number, isRight: (value: number) => boolean, says: string): number {
    const given = this.text(name)
    if (given === undefined) return otherwise
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN
    if (Number.isSafeInteger(value) && isRight(value)) return value
    this.wrong(`${name} is not ${says}: ${given}`)
    return otherwise
  }

  /** An https address, or one on this machine: it receives what is nobody else's, or its content runs in every browser. */
  address(name: string): string | undefined {
    const url = this.text(name)
    if (url === undefined || OURS_OR_HTTPS.test(url)) return url
    this.wrong(`${name} is not an https:// address`)
    return undefined
  }

  /** A URL without a path, as a browser writes an origin. */
  origin(name: string): string | undefined {
    const given = this.text(name)
    if (given === undefined) return undefined
    const url = URL.canParse(given) ? new URL(given) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.origin === given) return url.origin
    this.wrong(`${name} is not an address like https://cards.example: ${given}`)
    return undefined
  }

  /** Addresses and CIDR ranges, separated by commas. */
  ranges(name: string): string[] {
    const ranges = (this.text(name) ?? '')
      .split(',')
      .map((range) => range.trim())
      .filter(Boolean)
    const wrong = ranges.find((range) => !isRange(range))
    if (wrong !== undefined) this.wrong(`${name} has an entry that is neither an address nor a range: ${wrong}`)
    return ranges
  }
}

const orList = (choices: readonly string[]): string =>
  choices.length === 1 ? choices[0]! : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
