/** Accounts as staff see them: how one is shown, and the log that tells its holder what staff did. */
export { accountStateText } from './accountLine.ts'
export { writeToHolder } from './holderLog.ts'
export { recordView } from './recordView.ts'
