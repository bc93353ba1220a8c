/** The parts of the outside world, each asked whether it knows this account; and mail. */
import { newSecrets } from '#server/core/settings/storedSecrets.ts'
import { askOutside, checkedParts, silentSays, type Checked } from '#server/outside/checkOutside.ts'
import { outsideOf } from '#server/outside/choose.ts'
import { archivesOf } from '#server/retention/retention.ts'
import type { Found, Seen } from './seen.ts'

export async function lookAtOutside({ config, problems }: Seen): Promise<Found> {
  const wrong: string[] = []
  const silent = (setting: string, error: Error): void => void wrong.push(`${silentSays(setting)}: ${error.message}`)
  const archives = archivesOf(config)
  const parts: Checked[] = [{ setting: 'KAIKA_FILES', check: () => archives.check() }]
  let skipped: string | undefined
  try {
    // Real parts have their own accounts; the secrets are for simulated ones.
    parts.push(...checkedParts(outsideOf({ ...config, secrets: newSecrets() })))
  } catch (error) {
    if (problems.length === 0) throw error
    skipped = (error as Error).message // a setting is missing or wrong, which is told already
  }
  wrong.push(...(await askOutside(parts, silent)))
  return { wrong, ...(skipped && { skipped }) }
}

/** Whether the server takes the account is asked with the other parts. */
export async function lookAtMail({ config: { mail }, around }: Seen): Promise<Found> {
  if (!mail) return { wrong: [], skipped: 'KAIKA_SMTP_URL is missing' }
  const wrong: string[] = []
  const url = URL.canParse(mail.url) ? new URL(mail.url) : undefined
  if (url?.protocol === 'smtp:' && url.password && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname))
    wrong.push('KAIKA_SMTP_URL may send its password unencrypted: use smtps://')
  const [, address] = /<([^<>]+)>$/.exec(mail.from) ?? [undefined, mail.from]
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(address!)?.[1]
  if (!domain) wrong.push(`KAIKA_MAIL_FROM is not a sender like Kaika <no-reply@cards.example>: ${mail.from}`)
  else if (!(await takesMail(domain, around)))
    wrong.push(`KAIKA_MAIL_FROM has a domain that does not exist, so its mail would be refused: ${domain}`)
  return { wrong }
}

/** A domain without a record of its own takes mail at its address. */
async function takesMail(domain: string, { lookup, resolveMx }: Seen['around']): Promise<boolean> {
  if ((await resolveMx(domain).catch(() => [])).length > 0) return true
  return lookup(domain).then(
    () => true,
    () => false,
  )
}
