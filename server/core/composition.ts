/**
 * Composes the modules. Each lists what it provides in its `module.ts`, as plain data; `modules.ts` lists the modules in order, and each process composes them
 * once, before anything else. No file registers anything on import.
 *
 * A file that collects something from every module declares it with its type: `declare module '#server/core/composition.ts' { interface Provides { proofs:
 * readonly Check[] } }`
 */
import { callsOf, type Call } from '#contract/core/call.ts'
import type { Actor, Staff, Stranger } from './actor.ts'
import type { Answers } from './answer.ts'
import type { Tx } from './db.ts'

/**
 * What a lower module needs from a higher one, by name. The lower one declares the port, the higher one's `module.ts` implements it, and the server does not
 * compile until one does: `declare module '#server/core/composition.ts' { interface Ports { 'plans.liveCards'(accountId: string): Promise<number> } }`
 */
// oxlint-disable-next-line no-empty-interface
export interface Ports {}

/** Everything that modules provide. Lists are joined; each key of a record comes from one module. */
export interface Provides {
  calls: readonly AnsweredCalls[]
  ports: Ports
}

/** A handler whose row is known only at run time; `answered` has checked the types. */
export type AnyAnswer = (actor: Actor | Staff | Stranger, input: unknown, tx?: Tx) => Promise<unknown>
export type AnsweredCalls = {
  readonly contract: readonly [name: string, row: Call][]
  readonly answers: Readonly<Record<string, AnyAnswer>>
}

/** The calls of a contract file with their handlers: a missing or misspelt one does not compile. */
export const answered = <C extends object>(contract: C, answers: NoInfer<Answers<C>>): AnsweredCalls => ({
  contract: callsOf(contract) as [name: string, row: Call][],
  answers: answers as unknown as Record<string, AnyAnswer>,
})

export type Module = {
  readonly [K in keyof Provides]?: Provides[K] extends readonly unknown[] ? Provides[K] : Partial<Provides[K]>
}

type RequiredKeys<R> = { [K in keyof R]-?: string extends K ? never : object extends Pick<R, K> ? never : K }[keyof R]
type KeysIn<M, K extends PropertyKey> = M extends { readonly [P in K]: infer R } ? keyof R : never
type Missing<M> = {
  [K in keyof Provides]: Provides[K] extends readonly unknown[]
    ? never
    : Exclude<RequiredKeys<Provides[K]>, KeysIn<M, K>>
}[keyof Provides]
type Named<K> = K extends string ? { nobodyProvides: K } : never
/** A complete list of modules; otherwise a type that names what no module provides. */
export type Complete<M extends readonly Module[]> = [Missing<M[number]>] extends [never]
  ? readonly Module[]
  : Named<Missing<M[number]>>

/** Combines what these modules provide. */
export function gather(modules: readonly Module[]): Provides {
  const all: Record<string, unknown[] | Record<string, unknown>> = {}
  for (const module of modules)
    for (const [kind, more] of Object.entries(module) as [string, unknown[] | Record<string, unknown>][]) {
      const sofar = all[kind]
      if (Array.isArray(more)) all[kind] = [...((sofar as unknown[] | undefined) ?? []), ...more]
      else {
        const twice = Object.keys(more).find((key) => sofar && key in sofar)
        if (twice) throw new Error(`two modules provide ${kind} ${twice}`)
        all[kind] = { ...sofar, ...more }
      }
    }
  return all as unknown as Provides
}

let composed: Provides | undefined

/** Called before anything else, once per process; a test composes only what it needs. */
export const compose = (provides: Provides): void => void (composed = provides)

export function provided<K extends keyof Provides>(kind: K): Provides[K] {
  if (!composed) throw new Error(`${kind} were asked for before the modules were composed`)
  return composed[kind]
}

/** Returns the higher module's implementation of this port. */
export function port<N extends keyof Ports>(name: N): Ports[N] {
  const filled = provided('ports')[name] as Ports[N] | undefined
  if (!filled) throw new Error(`nobody fills the port ${name}`)
  return filled
}
