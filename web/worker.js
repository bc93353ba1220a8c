/**
 * The worker of the installed console (docs/flows/notifications-on-a-device.md). Its scope is `/app/`: the staff desk, and the console in a tab at `/`, are not controlled by it.
 * It keeps the files of the console, never data, and shows what the server sends to this device. The build (`bin/web/shell.ts`) puts the version and the files in.
 */
const { version, files } = globalThis.shell
const SHELL = `shell-${version}`
const DOCUMENT = '/app/'
/** A network that is slower is treated like none. */
const PATIENCE_MS = 3_000

const isShell = (name) => name.startsWith('shell-')
/** Two at a time: what the page itself loads must not wait for hundreds of files. What was interrupted goes on at the next start. */
async function keepAll() {
  const cache = await caches.open(SHELL)
  const left = files.values()
  const take = async () => {
    for (const file of left) await keep(cache, file)
  }
  await Promise.all([take(), take()])
}

// The app asks for its files. A new version takes its own where there were some: a browser that only shows notifications needs none.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.keys().then((names) => names.some(isShell) && keepAll()))
})
self.addEventListener('message', (event) => {
  if (event.data.keep) event.waitUntil(keepAll())
})

/** What has a hash in its name is taken from the version before. Past the browser's own cache: everything else has to be of this build. */
async function keep(cache, file) {
  if (await cache.match(file)) return
  const found = file.startsWith('/assets/') && (await caches.match(file))
  const answer = found || (await fetch(file, { cache: 'no-cache' }))
  if (!answer.ok) throw new Error(`${file} is not there`)
  await cache.put(file, answer)
}

// It waits until no window of the version before it is open: those find the rest of their files in their own cache.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('authorization')) return
  if (request.mode === 'navigate') {
    if (url.pathname === DOCUMENT) event.respondWith(documentOf(request))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (files.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(request)))
})

const kept = (request) =>
  caches.open(SHELL).then((cache) => cache.match(request, { ignoreVary: true, ignoreSearch: true }))

/** From the network, so that a new version is there with the next visit; what is kept, if there is none in time. */
async function documentOf(request) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
  try {
    const answer = await fetch(request, { signal: stop.signal })
    if (answer.status < 500) return answer
  } catch {
    // No network.
  } finally {
    clearTimeout(timer)
  }
  return (await kept(DOCUMENT)) ?? Response.error()
}

/** Their names change with their content, so what is kept is right. */
const asset = async (request) => (await kept(request)) ?? fetch(request)

self.addEventListener('push', (event) => {
  const { title, body, tag, to, lang, at, urgent } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang,
      timestamp: at,
      renotify: true,
      requireInteraction: urgent === true,
      icon: '/icons/192.png',
      data: { to },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.to))
})

/** In a window of the console that is open, preferably the installed one; never in one of the desk. */
async function open(to) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const place = (client) => new URL(client.url).pathname
  const client = windows.find((one) => place(one) === DOCUMENT) ?? windows.find((one) => place(one) === '/')
  if (!client) return self.clients.openWindow(`${DOCUMENT}#${to}`)
  client.postMessage({ open: to })
  return client.focus()
}
