import type * as contract from '#contract/identity/passkeys.ts'
import { MOST_PASSKEYS } from '#contract/identity/passkeys.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { browserOf, deviceOf, record } from '#server/audit/audit.ts'
import { confirmDurable, db, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { useTicket } from '../codes/tickets.ts'
import { coolDown } from '../coolDown.ts'
import { rpIdOrNull } from './challenges.ts'
import { countPasskeys, deletePasskey, passkeysOf, renameOne, type PasskeyRow } from './queries.ts'

/** What the browser needs to name a passkey to an authenticator. */
export const knownTo = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: credential_id.toString('base64url'),
  transports,
})

/** As people see it. Members of staff have the same. */
export const passkeyRowOf = (row: PasskeyRow): contract.PasskeyRow => ({
  passkeyId: row.passkey_id,
  name: row.name,
  createTime: row.made_at.getTime(),
  lastUsedTime: row.last_used_at?.getTime() ?? null,
  backedUp: flag(row.backed_up),
  device: `${browserOf(row.made_device)} · ${deviceOf(row.made_device)}`,
})

export const listPasskeys: Answer<typeof contract.listPasskeys> = async (actor) => ({
  list: (await passkeysOf(db, actor)).map(passkeyRowOf),
  most: MOST_PASSKEYS,
  rpId: rpIdOrNull(),
})

export const renamePasskey: Answer<typeof contract.renamePasskey> = (actor, { passkeyId, name }) =>
  transaction(async (tx) => {
    const before = (await passkeysOf(tx, actor)).find(({ passkey_id }) => passkey_id === passkeyId)
    if (!before || !(await renameOne(tx, actor, passkeyId, name))) throw refuse('not_found')
    const content = {
      cn: `通行密钥“${before.name}”改名为“${name}”`,
      en: `Renamed the passkey “${before.name}” to “${name}”`,
    }
    if (before.name !== name) await record(tx, actor, { type: 'PASSKEY', target: actor.name, content })
    else await confirmDurable(tx)
    return { name }
  })

/** A weaker protection than before, as after turning Google verification off: money cannot leave for a day. */
export const removePasskey: Answer<typeof contract.removePasskey> = (actor, { passkeyId, ticket }) =>
  transaction(async (tx) => {
    const name = await deletePasskey(tx, actor, passkeyId)
    if (name === undefined) throw refuse('not_found')
    await useTicket(tx, actor, 'passkey', ticket)
    await coolDown(tx, actor)
    const content = { cn: `删除通行密钥“${name}”`, en: `Removed the passkey “${name}”` }
    await record(tx, actor, { type: 'PASSKEY', target: actor.name, content })
    await notify(tx, actor, 'passkey_changed', { name, what_cn: '已删除', what_en: 'removed' })
    return { left: await countPasskeys(tx, actor) }
  })
