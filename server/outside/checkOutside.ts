/** What a start asks the parts of the outside world: whether they know us. */
import { setTimeout as sleep } from 'node:timers/promises'
import { tellFault } from '../core/log.ts'
import { ConfigProblem } from '../core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from './ask.ts'
import type { Outside } from './outside.ts'

/** `setting`: what names the part. */
export type Checked = { setting: string; check?: (() => Promise<void>) | undefined }

/** The parts of the outside world; those that are simulated have nothing to ask. */
export const checkedParts = ({ issuers, payments, chain, rates, sms, mail }: Outside): Checked[] =>
  [
    ...[...issuers.values()].map((issuer) => ({ setting: `KAIKA_ISSUERS, ${issuer.id}`, of: issuer })),
    ...Object.values(payments).map((provider) => ({
      setting: `KAIKA_RAILS, ${provider.id.toLowerCase()}`,
      of: provider,
    })),
    { setting: 'KAIKA_CHAIN_URL', of: chain },
    { setting: 'KAIKA_RATES', of: rates },
    { setting: 'KAIKA_SMS', of: sms },
    { setting: 'KAIKA_SMTP_URL', of: mail },
  ].map(({ setting, of }) => ({ setting, check: of.check && (() => of.check!()) }))

/**
 * Asks all of them simultaneously. Throws one {@link ConfigProblem} that names everything that was refused. A part that does not answer within `timeoutMs` is
 * logged, and does not keep us from starting.
 */
export async function checkOutside(parts: readonly Checked[], timeoutMs = 10_000): Promise<void> {
  const problems = await askOutside(parts, (setting, error) => tellFault(silentSays(setting), error), timeoutMs)
  if (problems.length === 1) throw new ConfigProblem(problems[0])
  if (problems.length > 1)
    throw new ConfigProblem(`${problems.length} accounts are refused:\n${problems.map((one) => `- ${one}`).join('\n')}`)
}

export const silentSays = (setting: string): string => `${setting} does not answer as itself`

type Silent = (setting: string, error: Error) => void

/** What was refused, a sentence each. A part that does not answer is given to `silent`. */
export async function askOutside(parts: readonly Checked[], silent: Silent, timeoutMs = 10_000): Promise<string[]> {
  const problems = await Promise.all(parts.map((part) => problemOf(part, silent, timeoutMs)))
  return problems.flatMap((found) => found ?? [])
}

async function problemOf({ setting, check }: Checked, silent: Silent, timeoutMs: number): Promise<string | undefined> {
  if (!check) return undefined
  const ended = new AbortController()
  try {
    await Promise.race([check(), noAnswer(timeoutMs, ended.signal)])
  } catch (error) {
    if (error instanceof OutsideRefused) return `${setting}: this account is refused (${error.code}): ${error.message}`
    if (error instanceof ConfigProblem) return error.message
    if (!(error instanceof OutsideUnknown)) throw error
    silent(setting, error)
  } finally {
    ended.abort()
  }
  return undefined
}

async function noAnswer(timeoutMs: number, signal: AbortSignal): Promise<void> {
  await sleep(timeoutMs, undefined, { signal }).catch(() => {})
  if (!signal.aborted) throw new OutsideUnknown(`no answer within ${timeoutMs} ms`)
}
