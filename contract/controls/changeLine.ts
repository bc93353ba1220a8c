/** One change of a document of controls: what an owner would do about a purchase that was stopped. The console tries it and saves it with the same function. */
import { isInGroup } from '../trades/merchantKinds.ts'
import { controlBounds, type Controls, type Limit } from './documents.ts'
import type { LineChange } from './lineChange.ts'

type Change = Pick<LineChange, 'line' | 'limitId' | 'amount' | 'allow'>

/** A document as answers write it. */
type Shown = Omit<Controls, 'limits'> & {
  limits?: (Omit<Limit, 'refunds'> & { refunds?: Limit['refunds'] | undefined })[] | undefined
}

export function changeLine(shown: Shown, { line, limitId, amount, allow }: Change): Controls {
  const { limits: all, ...rest } = shown
  const controls: Controls = {
    ...rest,
    ...(all && { limits: all.map((limit) => ({ ...limit, refunds: limit.refunds ?? 'KEEP' })) }),
  }
  const { [line]: _, ...without } = controls
  if (line === 'limits') {
    const limits = (controls.limits ?? []).flatMap((limit) => {
      if (limit.limitId !== limitId) return [limit]
      return amount === undefined ? [] : [{ ...limit, amount }]
    })
    return limits.length ? { ...controls, limits } : without
  }
  if (line === 'singleMax')
    return amount === undefined || !controls.singleMax
      ? without
      : { ...controls, singleMax: Math.min(amount, controlBounds.singleMax) }
  if (allow === undefined) return without
  const changed = allowed(controls, line, allow)
  return changed === undefined ? without : { ...controls, [line]: changed }
}

/** The list with one more thing allowed; `undefined` if it limits nothing any more. */
function allowed({ countries, currencies, kinds, brands }: Controls, line: Change['line'], value: string) {
  const list = line === 'countries' ? countries : line === 'currencies' ? currencies : undefined
  if (list) {
    const codes = listed(list.mode, list.codes, value)
    return codes && { ...list, codes }
  }
  if (line === 'kinds' && kinds) {
    const mccs = listed(kinds.mode, kinds.mccs, value)
    const groups =
      kinds.mode === 'ONLY' ? kinds.groups : some((kinds.groups ?? []).filter((group) => !isInGroup(group, value)))
    return mccs || groups ? { mode: kinds.mode, ...(mccs && { mccs }), ...(groups && { groups }) } : undefined
  }
  if (line === 'brands' && brands) {
    const brandIds = listed(brands.mode, brands.brandIds, value)
    const { words } = brands
    return brandIds || words ? { mode: brands.mode, ...(brandIds && { brandIds }), ...(words && { words }) } : undefined
  }
  return undefined
}

const some = <T>(values: readonly T[]): T[] | undefined => (values.length ? [...values] : undefined)
const listed = (mode: 'ONLY' | 'NEVER', values: readonly string[] = [], value: string): string[] | undefined =>
  mode === 'ONLY' ? [...values.filter((one) => one !== value), value] : some(values.filter((one) => one !== value))
