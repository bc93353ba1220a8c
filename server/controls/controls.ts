/** Controls: what an owner allows on cards. Decisions ask the compiled documents; settlements change what limits have counted. */
export {
  asksShop,
  compile,
  stoppedBy,
  type Compiled,
  type CompiledLimit,
  type ControlReason,
  type Shop,
  type Stop,
} from './engine/compile.ts'
export {
  changed,
  fnv1a,
  nearly,
  noteStop,
  noteWatched,
  readCounters,
  startedFor,
  textOf,
  usedOf,
  type Change,
  type Counters,
  type Room,
} from './engine/counters.ts'
export { countedBy, countsUses, usesEnd, usesLeft } from './engine/uses.ts'
export { countersFor } from './saveControls.ts'
export {
  appliedFrom,
  lockedOut,
  lockIn,
  isUsedUp,
  noUseLeft,
  roomIn,
  sharedKey,
  type Applied,
  type AppliedControls,
  type Shared,
  type SharedCounters,
  type SharedKey,
} from './applied.ts'
export { namesOfScopes } from './showControls.ts'
export { brandsReady, controlsOf, documentsOf, documentsOfUsesSql, knownControls, loadControls } from './documents.ts'
export { warn, warningOf, type Warning } from './warnings.ts'
export { lockShared, readShared, writeShared } from './queries.ts'
