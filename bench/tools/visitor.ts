/** People of the demo world, and their browsers. */
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
