/** The money of our programmes at issuers. */
export { keepFile } from './days.ts'
export { pausedIssuers } from './queries.ts'
