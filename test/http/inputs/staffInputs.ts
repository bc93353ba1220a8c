/** Inputs for people at the desk who have no session yet. */
import { codeAt } from '#server/staff/staff.ts'
import { newStaff, someEnrolment } from '#test/fixtures/staff.ts'
import type { InputRecipe } from './fixtures.ts'

export const staffInputs = {
  staffSignIn: async () => {
    const { loginName, password, secret } = await newStaff()
    return { username: loginName, password, code: codeAt(secret) }
  },
  showEnrolment: async () => ({ link: (await someEnrolment()).link }),
  enrolStaff: async () => {
    const { link, secret } = await someEnrolment()
    return { link, password: 'four quiet herons', code: codeAt(secret) }
  },
} satisfies Record<string, InputRecipe>
