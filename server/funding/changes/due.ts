import { rails } from '#contract/funding/funding.ts'
import { transaction } from '#server/core/db.ts'
import { recordDesk } from '#server/staff/staff.ts'
import { setRail } from '../terms.ts'
import { lockDue, lockRail, setChange } from './changeQueries.ts'
import { changesOf, flatOf, railChangeOf } from './flat.ts'

/** Planned changes whose time has come. What is written down as before is what really was. */
export const applyPlanned = (): Promise<void> =>
  transaction(async (tx) => {
    for (const { changeId, rail, after, makerId, reason } of await lockDue(tx)) {
      await lockRail(tx, rail)
      const { before } = changesOf(await flatOf(tx, rail), after)
      const { after: now } = await setRail(tx, rail, railChangeOf(after), makerId)
      await setChange(tx, changeId, 'DONE', { version: now.version, before })
      await recordDesk(tx, {
        action: 'TREASURY',
        target: rails[rail].en,
        reason,
        content: {
          cn: `排期的通道变更已生效：${rails[rail].cn}`,
          en: `Scheduled change to ${rails[rail].en} took effect`,
        },
        before,
        after,
      })
    }
  })
