/**
 * Measures the proof of work before a message: the sender's processor time, in native code and in the browser's, and our own cost to issue and verify it.
 * Processor time rather than wall time, because a bulk sender uses every core in parallel.
 */
import { scrypt } from '@noble/hashes/scrypt.js'
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { settings } from '#server/identity/settings.ts'
import { tell } from './tools/figures.ts'

const { cost, tries } = settings.work
const average = (tries + 1) / 2

async function cpuMsOf(times: number, work: () => unknown): Promise<number> {
  await work()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'other' }
const shape = { algorithm: 'SCRYPT', cost, memoryCost: 8, parallelism: 1, keyLength: 32, deriveKey }
const make = () => createChallenge({ ...shape, counter: 0, ...secrets })
const challenge = await make()
const solution = (await solveChallenge({ challenge, deriveKey }))!
const { parameters } = challenge
const salt = Buffer.from(parameters.salt, 'hex')
const password = Buffer.from(parameters.nonce, 'hex')

const native = await cpuMsOf(100, () => deriveKey(parameters, salt, password))
const script = await cpuMsOf(50, () => scrypt(password, salt, { N: cost, r: 8, p: 1, dkLen: 32 }))
tell({
  figures: [
    { what: 'One message, native code, one core', value: (native * average) / 1000, unit: 's', reach: { atLeast: 2 } },
    { what: 'The same by the browser’s code, one core', value: (script * average) / 1000, unit: 's' },
    { what: 'A challenge, at our side', value: await cpuMsOf(50, make), unit: 'ms' },
    {
      what: 'Judging a solution, at our side',
      value: await cpuMsOf(500, () => verifySolution({ challenge, solution, deriveKey, ...secrets })),
      unit: 'ms',
      reach: { atMost: 2 },
    },
  ],
  notes: [
    `scrypt over ${cost} × 1 KiB; ${average} keys on average, between 1 and ${tries}. A key: ${native.toFixed(1)} ms in native code, ${script.toFixed(1)} ms in a browser’s. The native one mixes ${((2 * cost * 16) / native / 1000).toFixed(1)} million blocks a second.`,
  ],
})
