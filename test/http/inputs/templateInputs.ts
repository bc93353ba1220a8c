/** Inputs for templates and the overview of controls. An account has at most fifty, so old ones are removed. */
import * as contract from '#contract/controls/templates.ts'
import { newId } from '#server/core/ids.ts'
import { owner } from '#test/database.ts'
import { sql } from '#server/core/db.ts'
import { ask } from '../app.ts'
import { someRequestNo } from './actors.ts'
import { aName, nothing, type Asker, type InputRecipe } from './fixtures.ts'

const forgetOld = ({ member }: Asker) =>
  sql`
    DELETE FROM control_template
     WHERE template_id IN (SELECT template_id FROM control_template WHERE account_id = ${member.person.accountId}
                            ORDER BY template_id DESC OFFSET 10)`.execute(owner)

/** Creates a template for the caller; returns an unknown id for callers who may not. */
async function aTemplate(asker: Asker): Promise<string> {
  await forgetOld(asker)
  const { served, member } = asker
  const { code, data } = await ask<{ templateId?: string }>(
    served.url,
    contract.saveTemplate,
    { name: aName(), requestNo: someRequestNo() },
    member.token,
  )
  return code === 200 ? data.templateId! : newId('tpl')
}

export const templateInputs = {
  controlsInForce: nothing,
  cardsNearLimit: nothing,
  listTemplates: nothing,
  saveTemplate: async (asker) => {
    await forgetOld(asker)
    const controls = '{"singleMax":12000,"limits":[{"limitId":"perday","window":"DAY","amount":30000}]}'
    const { gid } = asker.has
    return { name: aName(), controls, vid: 'VISA-US-1', gid, remarkPattern: 'Ads {n}', requestNo: someRequestNo() }
  },
  removeTemplate: async (asker) => ({ templateId: await aTemplate(asker), requestNo: someRequestNo() }),
} as const satisfies Record<string, InputRecipe>
