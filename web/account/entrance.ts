/** Who comes to the sign-in and sign-up page, and where they go from there (docs/reference/console.md#routes). */
import { redirect } from 'react-router'
import { session } from '../parts/client/session.ts'
import { barePaths } from './barePaths.ts'

export const homeOf = (): string => (session().subAccount ? barePaths.subHome : barePaths.home)

/** For sign-in and sign-up: signed-in users are redirected. */
export function guardEntrance(): Response | null {
  return session().IsLogin ? redirect(homeOf()) : null
}
