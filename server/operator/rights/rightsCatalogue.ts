import type * as contract from '#contract/roles/desk.ts'
import type { Lang } from '#contract/core/fields.ts'
import { elements, elementKeys, pages } from '#contract/core/permissions.ts'
import { staffKeyNames, staffKeys, staffRoleNames, staffRoles, type StaffKey } from '#contract/core/staffRoles.ts'
import type { Answer } from '#server/core/answer.ts'
import { provided } from '#server/core/composition.ts'

/** A call's title says it in Chinese and then in English; where it says it once, that is for everybody. */
function titleIn(title: string, lang: Lang): string {
  const [, cn, en] = /^(.*[\u3400-\u9fff）]\S*)\s+([A-Z0-9].*)$/.exec(title) ?? []
  return cn === undefined ? title : lang === 'cn' ? cn : en!
}

/** From the same tables that the server refuses by, so it cannot say otherwise. */
export const rightsCatalogue: Answer<typeof contract.rightsCatalogue> = async ({ from: { lang } }) => {
  const everyCall = provided('calls').flatMap(({ contract }) => contract.map(([, row]) => row))
  const callsOf = (who: string) =>
    everyCall.filter((row) => row.who === who).map(({ on, title }) => ({ on, title: titleIn(title, lang) }))
  return {
    elements: elementKeys.map((key) => {
      const { page, name } = elements[key]
      return { key, name: name[lang], page, pageName: pages[page].name[lang], calls: callsOf(key) }
    }),
    staffKeys: staffKeyNames.map((key) => ({
      key,
      name: staffKeys[key][lang],
      roles: staffRoleNames.filter((role) => (staffRoles[role].keys as readonly StaffKey[]).includes(key)),
      calls: callsOf(key),
    })),
    roles: staffRoleNames.map((role) => ({
      role,
      name: staffRoles[role].name[lang],
      keys: [...staffRoles[role].keys],
    })),
  }
}
