/** Events are recorded in the transaction that causes them. */
export { areaOf, browserOf, deviceOf } from './places.ts'
export type { By, Operation } from './queries.ts'
export { record, recordMany, recordSeen, system } from './queries.ts'
export { logSignIn, knowsDevice } from './queries.ts'
export { sealOperations } from './seals.ts'
export { countSignIn } from './signIns.ts'
export { forgetSignInsOf } from './queries.ts'
export { listOperations } from './lists.ts'
