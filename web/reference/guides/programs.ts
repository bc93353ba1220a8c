/** Programs in guides. ORIGIN, TOKEN and the path of a call (`PATH:listCards`) are filled in when they are shown. */
import { print } from '../snippets.ts'

export const retries = `async function kaika(path, fields = {}) {
  for (let tries = 1; ; tries++) {
    const response = await fetch('ORIGIN' + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer TOKEN', 'Accept-Language': 'en' },
      body: new URLSearchParams(fields), // with its requestNo, the same in every try
    }).catch(() => undefined)
    const answer = await response?.json()
    if (answer?.code === 200) return answer.data
    const again = [undefined, 500, 503, 1429].includes(answer?.code)
    if (!again || tries === 5) throw Object.assign(new Error(answer?.msg ?? 'no answer'), answer)
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
  }
}

${print}(await kaika('PATH:priceOpening', { vid: 'VISA-US-1', amount: '10000' }))`

export const allCards = `const cards = []
let cursor
do {
  const query = new URLSearchParams({ pageSize: '200', ...(cursor && { cursor }) })
  const response = await fetch('ORIGINPATH:listCards?' + query, {
    headers: { Authorization: 'Bearer TOKEN' },
  })
  const { code, msg, data } = await response.json()
  if (code !== 200) throw new Error(\`\${code} \${msg}\`)
  cards.push(...data.data)
  cursor = data.cursor
} while (cursor)
${print}(cards.length)`

export const listen = `let since
for (;;) {
  const query = since ? '?since=' + since : ''
  const response = await fetch('ORIGINPATH:watchChanges' + query, {
    headers: { Authorization: 'Bearer TOKEN' },
  })
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\\n\\n')
    rest = events.pop()
    for (const event of events) {
      since = /^id: (\\d+)/m.exec(event)?.[1] ?? since
      if (/^event: resync/m.test(event)) ${print}('read everything again')
      const data = /^data: (.+)/m.exec(event)?.[1]
      if (data) ${print}(JSON.parse(data).topics)
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
}`
