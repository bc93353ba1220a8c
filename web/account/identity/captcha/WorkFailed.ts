/** The browser could not do the work. */
export class WorkFailed extends Error {}
