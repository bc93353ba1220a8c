/** People of the demo world, and their browsers. */
import { demoAuthenticator, readSecrets } from '#server/core/settings/storedSecrets.ts'
import { codeAt } from '#server/staff/staff.ts'

const HOLDER = { mobile: '13800000001', password: 'Kaika-demo-1' }

export async function signIn(url: string, { mobile, password } = HOLDER): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/api/user/loginPwd`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('kaika-web:kaika')}` },
    body: new URLSearchParams({ username: mobile, password }),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> }
  if (code !== 200) throw new Error(`${mobile} cannot sign in: ${msg}`)
  return data
}

/** A member of staff, by the demo's authenticator, whose secret is in its data folder. Each of its codes opens one session. */
export async function signInAtDesk(url: string, data: string, username: string): Promise<string> {
  const code = codeAt(demoAuthenticator(readSecrets(data)), Date.now())
  const answer = await fetch(`${url}/api/operator/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('kaika-web:kaika')}` },
    body: new URLSearchParams({ username, password: HOLDER.password, code }),
  })
  const { msg, data: tokens } = (await answer.json()) as { msg: string; data?: { access_token?: string } }
  if (!tokens?.access_token) throw new Error(`${username} cannot sign in: ${msg}`)
  return tokens.access_token
}

/** The browser storage as the console leaves it between visits. */
export const storage = (origin: string, tokens: Record<string, unknown>) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: Object.entries({ lang: 'cn', ...tokens }).map(([name, value]) => ({ name, value: String(value) })),
    },
  ],
})
