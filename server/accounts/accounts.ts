/** Accounts for staff: how one is displayed, and the log that shows its holder what staff did. */
export { accountStateText } from './accountLine.ts'
export { writeToHolder } from './holderLog.ts'
export { recordView, recordViews } from './recordView.ts'
