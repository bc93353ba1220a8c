/** What every look is given, and what it tells. */
import type { inspectConfig } from '#server/core/settings/config.ts'
import type { outsideSettings } from '#server/outside/choose.ts'

/** What the network says of names, and the time: tests have their own. */
export type Around = {
  lookup(host: string): Promise<{ address: string }>
  resolveMx(host: string): Promise<readonly unknown[]>
  nowMs(): number
  freeBytes(folder: string): number
}

export type Seen = {
  env: NodeJS.ProcessEnv
  /** A setting that is wrong has its default here. */
  config: ReturnType<typeof inspectConfig<ReturnType<typeof outsideSettings>>>['config']
  /** What is wrong with the settings, or dangerous. */
  problems: readonly string[]
  around: Around
}
/** `wrong`: a sentence each, which begins with what has to be changed. `skipped`: what could not be looked at, and why. */
export type Found = { wrong: readonly string[]; skipped?: string }
