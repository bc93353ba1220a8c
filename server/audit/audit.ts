/** What happened is recorded in the transaction that did it. */
export { areaOf, browserOf, deviceOf } from './places.ts'
export { record, recordMany, system, type By, type Operation } from './record.ts'
export { logSignIn, knowsDevice } from './signIns.ts'
export { sealOperations } from './seals.ts'
export { forgetSignInsOf } from './queries.ts'
export { listOperations } from './listOperations.ts'
