/**
 * Requests what the page needs before the console's code has arrived. The build (`bin/web/early.ts`) calls this with the files of each page and with the calls that it
 * begins with; `parts/client/early.ts` takes their answers.
 */
globalThis.requestEarly = ({ files, pages, calls }) => {
  const lang = document.documentElement.lang === 'en' ? 'en' : 'cn'
  const token = localStorage.getItem('access_token')
  const isSub = localStorage.getItem('subAccount') === '1'
  const home = isSub ? '/subHome' : '/home'
  const [address, query] = location.hash.slice(1).split('?')
  // Who is signed in comes from the sign-in page to the first page.
  const place = token !== null && ['', '/', '/signup'].includes(address) ? home : address
  const page = pageAt(place)
  if (!page) return

  for (const at of pages[page][lang]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = files[at]
    document.head.append(link)
  }

  // As the client (parts/client/client.ts): a session that has been idle for two hours asks nothing, and an old token is exchanged first.
  const idleMs = Date.now() - Number(localStorage.getItem('lastActiveTime') ?? Date.now())
  if (token === null || idleMs > 7_200_000 || Number(localStorage.getItem('access_overtime')) < Date.now()) return
  const headers = { 'Accept-Language': lang, Authorization: `Bearer ${token}` }
  const answers = new Map()
  // Roles differ, and filters are in the address: then the page asks by itself.
  for (const url of [...calls.always, ...(isSub || query || place !== page ? [] : (calls.pages[page] ?? []))]) {
    // Read to its end, also if nobody takes it: an unread answer keeps its connection. Who has taken it gives up first, after 180 seconds.
    const answer = fetch(url, { headers, credentials: 'omit', signal: AbortSignal.timeout(190_000) }).then(
      async (response) => new Response(await response.text(), response),
    )
    answer.catch(() => {})
    answers.set(url, answer)
  }
  globalThis.kaikaEarly = { headers, answers }
  // What nobody has taken by now is old.
  setTimeout(() => answers.clear(), 10_000)

  /** Dialogs and drawers have addresses below that of their page. Undefined: there is no such page, and what says so asks nothing. */
  function pageAt(place) {
    if (token === null) return place === '/signup' ? place : '/'
    for (let at = place; at; at = at.slice(0, at.lastIndexOf('/'))) if (pages[at]) return at
    return undefined
  }
}
