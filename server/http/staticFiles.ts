import type { FastifyInstance, FastifyReply } from 'fastify'
import files from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'

const dist = path.join(import.meta.dirname, '../../dist')

/** Page policies have no effect on what a page loads: 900 bytes less for each of its files. Only content-type sniffing must be disabled. */
function leaveBare(reply: FastifyReply): void {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  void reply.header('x-content-type-options', 'nosniff')
}

/** A worker has a policy of its own: it loads files of ours, and nothing else. */
const workersPolicy = "default-src 'none'; connect-src 'self'"

/** Serves the built consoles. Hashed files are cached forever, pages never. */
export async function serveConsoles(
  app: FastifyInstance,
  { folder = dist, gallery = false }: { folder?: string; gallery?: boolean } = {},
): Promise<void> {
  if (!existsSync(folder)) return
  // The staff desk is a page in its own folder; people type its address without the slash.
  app.get('/operator', (_, reply) => reply.redirect('/operator/'))
  // One address for one page; what is behind the hash comes along.
  app.get('/index.html', (request, reply) => reply.redirect(`/${/\?.*/.exec(request.url)?.[0] ?? ''}`))
  // The console as an app has an address of its own, so that its worker (web/worker.js) controls nothing else.
  app.get('/app', (_, reply) => reply.redirect('/app/'))
  app.get('/app/', (_, reply) => reply.sendFile('index.html'))
  // Its names and shortcuts are shown by the system, so they are in the browser's language.
  app.get('/app.webmanifest', (request, reply) =>
    reply
      .header('vary', 'accept-language')
      .sendFile(/^(zh|$)/i.test(request.headers['accept-language'] ?? '') ? 'cn.webmanifest' : 'en.webmanifest'),
  )
  // The reference of all calls, beside the calls that it describes.
  app.get('/api/docs', (_, reply) => reply.redirect('/api/docs/'))
  app.get('/api/docs/', (_, reply) => reply.sendFile('reference/index.html'))
  // Every widget in every state, for developers of the consoles.
  if (gallery) app.get('/ui', (_, reply) => reply.sendFile('gallery/index.html'))
  await app.register(files, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, file) => {
      if (!file.endsWith('.html')) leaveBare(reply)
      if (file.endsWith(`${path.sep}worker.js`)) void reply.header('content-security-policy', workersPolicy)
      const forEver = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
