/** Product changes by staff, of any kind: recorded, applied at their time, shown in a timeline. */
export { makeChange, refuseWhileOneWaits, type ProductChange } from './changes.ts'
export { catalogueVersion, raiseVersion, scheduledPerTarget, type Said } from './queries.ts'
export { differing, linesOf, timelineOf } from './describeChanges.ts'
export { accountByNo } from './changes.ts'
export { timeLine } from './describeChanges.ts'
