/** Controls: what an owner allows on cards. Decisions ask the compiled documents; settlements change what limits have counted. */
export { compile, stoppedBy, type Compiled, type ControlReason, type Stop } from './engine/compile.ts'
export {
  changed,
  noteStop,
  readCounters,
  roomOf,
  textOf,
  type Change,
  type Counters,
  type Room,
} from './engine/counters.ts'
export { controlsOf, knownControls, loadControls } from './documents.ts'
