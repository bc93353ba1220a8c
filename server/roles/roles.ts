/** Roles: what a sub-account may. */
export { assignRole } from './assign.ts'
export { rolesOf } from './queries.ts'
