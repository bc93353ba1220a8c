import type { Words } from '#contract/core/fields.ts'
/** What a field means, by its name on the wire: many names are older than the product's words. */
export const fieldWords: Readonly<Record<string, Words>> = {
  requestNo: { cn: '请求编号：同一编号只执行一次', en: 'Request number: runs only once per number' },
}
