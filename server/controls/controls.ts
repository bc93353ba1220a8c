/** Controls: what an owner allows on cards. Decisions ask the compiled documents; settlements change what limits have counted. */
export { compile, stoppedBy, type Compiled, type ControlReason, type Stop } from './engine/compile.ts'
export {
  changed,
  noteStop,
  readCounters,
  startedFor,
  textOf,
  type Change,
  type Counters,
  type Room,
} from './engine/counters.ts'
export {
  appliedFrom,
  roomIn,
  sharedKey,
  type Applied,
  type AppliedControls,
  type Shared,
  type SharedCounters,
  type SharedKey,
} from './applied.ts'
export { brandsReady, controlsOf, knownControls, loadControls } from './documents.ts'
export { lockShared, readShared, writeShared } from './queries.ts'
