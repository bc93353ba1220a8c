/** The first sign-in of a person at the desk: a one-time link from the operator leads to a password and an authenticator of their own. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { pattern, text, Time } from '../core/fields.ts'
import { Password } from '../identity/identity.ts'
import { staffSignIn } from './staff.ts'

/** A link that was changed on the way is refused like a forged one, by name. */
const Link = text(100, 1)

/** A POST, so that the link is in no address that proxies log. */
export const showEnrolment = call({
  on: 'POST /api/operator/enrolment/show',
  title: '员工开通链接 Show an enrolment link',
  who: 'client',
  perMinute: 30,
  input: z.object({ link: Link }),
  output: z.object({
    loginName: z.string(),
    name: z.string(),
    expireTime: Time,
    /** Of the authenticator, base32, and as its app reads it from a picture. */
    secret: z.string(),
    uri: z.string(),
  }),
  refusals: ['link_unknown', 'link_used', 'link_replaced', 'link_expired'],
})

/** Sets the password and the authenticator, and signs in. */
export const enrolStaff = call({
  on: 'POST /api/operator/enrolment',
  title: '员工开通 Enrol as staff',
  who: 'client',
  perMinute: 30,
  input: z.object({ link: Link, password: Password, code: pattern(/^\d{6}$/, 'code_shape') }),
  output: staffSignIn.output,
  refusals: ['link_unknown', 'link_used', 'link_replaced', 'link_expired', 'code_wrong'],
})
