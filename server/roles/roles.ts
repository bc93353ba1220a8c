/** Roles: what a sub-account may. */
export { assignRole } from './permissions.ts'
export { roleById, rolesOf } from './queries.ts'
export { nameOf } from './permissions.ts'
