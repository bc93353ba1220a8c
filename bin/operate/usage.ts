/** Words after a command that it does not understand: ends with its usage. */
export class UsageProblem extends Error {}
