import type { FlowRow, listFlows } from '#contract/funding/funding.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Actor } from '../core/actor.ts'
import type { Database, Tx } from '../core/db.ts'
import { entriesOf, holdsOn, sumsOf, wallet } from '../ledger/ledger.ts'
import { flowOf, flowOfHold } from './flow.ts'
import { filterOf, matches } from './listFlows.ts'

type Filters = Omit<Checked<typeof listFlows>, 'pageNo' | 'pageSize' | 'cursor'>

/** Lines that are read at once: few enough to be nothing in memory, many enough that a question more does not matter. */
const AT_ONCE = 2000

/** Every line of the statement that the filters find, in the order of the list, and how many there are. */
export async function allFlows(reader: Tx | Database, actor: Actor, wish: Filters) {
  const [of, filter, { lang }] = [wallet(actor.accountId), filterOf(actor, wish), actor.from]
  const inFlight = (await holdsOn(reader, of)).filter((hold) => matches(hold, filter))
  const { count } = await sumsOf(reader, of, filter)
  const balance = actor.kind === 'parent' || actor.may.has('wallet:view')

  async function* rows(): AsyncGenerator<FlowRow[]> {
    if (inFlight.length) yield inFlight.map((hold) => flowOfHold(hold, lang))
    for (let before: number | undefined; ;) {
      const entries = await entriesOf(reader, of, filter, { ...(before !== undefined && { before }), limit: AT_ONCE })
      if (entries.length) yield entries.map((entry) => flowOf(entry, lang, balance))
      if (entries.length < AT_ONCE) return
      before = entries.at(-1)!.version
    }
  }
  return { count: count + inFlight.length, rows: rows() }
}
