/** Fetches the simulated merchant accounts from the running simulators, writes their keys into the data folder and prints the settings that use them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './payments/merchants.ts'

const { KAIKA_DATA = '.kaika', SIMULATORS_PORT = '4100', PORT = '4000' } = process.env
const folder = path.resolve(KAIKA_DATA, 'rails')
mkdirSync(folder, { recursive: true })
const lines: Record<string, string> = {
  KAIKA_RAILS: 'wechat,alipay',
  KAIKA_ORIGIN: process.env['KAIKA_ORIGIN'] ?? `http://127.0.0.1:${PORT}`,
}
for (const name of ['wechat', 'alipay']) {
  const response = await fetch(`http://127.0.0.1:${SIMULATORS_PORT}/${name}/account`)
  const { settings, files } = (await response.json()) as Account
  Object.assign(lines, settings)
  for (const [setting, content] of Object.entries(files)) {
    lines[setting] = path.join(folder, `${setting}.pem`)
    writeFileSync(lines[setting], content, { mode: 0o600 })
  }
}
for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`)
