/** Roles: the permissions of sub-accounts. */
export { assignRole } from './permissions.ts'
export { roleById, rolesOf } from './queries.ts'
export { nameOf } from './permissions.ts'
