/** An installation without the demo, and `bin/kaika` in it. Its vendors are named and never reached. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { watchOnlyKey } from '#server/outside/depositAddress.ts'

const kaika = path.resolve(import.meta.dirname, '../../bin/kaika')

/** Everything that production wants to be told, except where the database and the secrets are. */
export const realSettings = {
  ...{ KAIKA_ORIGIN: 'https://cards.example', KAIKA_ISSUERS: 'lithic', LITHIC_API_KEY: 'key' },
  ...{ LITHIC_ASA_SECRET: 'a'.repeat(44), LITHIC_WEBHOOK_SECRET: 'b'.repeat(44) },
  ...{ KAIKA_RAILS: 'none', KAIKA_UNIONPAY: 'off', KAIKA_RATES: 'staff' },
  ...{ KAIKA_CHAIN_URL: 'http://127.0.0.1:9', KAIKA_XPUB: watchOnlyKey(Buffer.alloc(32, 5)) },
  ...{ KAIKA_SMS: 'twilio', KAIKA_TWILIO_ACCOUNT: `AC${'0a'.repeat(16)}`, KAIKA_TWILIO_TOKEN: 't' },
  ...{ KAIKA_TWILIO_FROM: '+15005550006', KAIKA_TWILIO_URL: 'http://127.0.0.1:9' },
  ...{ KAIKA_SMTP_URL: 'smtp://127.0.0.1:9', KAIKA_MAIL_FROM: 'Kaika <mail@cards.example>' },
}

export type Ran = { child: ChildProcess; ended: Promise<number>; out: string; err: string }

/** Starts a command; what it prints is collected. */
export function startKaika(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Ran {
  const child = spawn(kaika, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  child.stdin!.on('error', () => {}).end(input)
  const ran: Ran = { child, out: '', err: '', ended: once(child, 'close').then(([code]) => Number(code)) }
  child.stdout!.on('data', (piece) => (ran.out += String(piece)))
  child.stderr!.on('data', (piece) => (ran.err += String(piece)))
  return ran
}

/** Runs a command to its end. */
export async function runKaika(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const ran = startKaika(args, env, input)
  ran.child.once('message', () => ran.child.kill('SIGTERM')) // a server that started after all would never end
  const code = await ran.ended
  return { code, out: ran.out, err: ran.err }
}
