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

/** Serves the built consoles. Hashed files are cached forever, pages never. */
export async function serveConsoles(
  app: FastifyInstance,
  { folder = dist, gallery = false }: { folder?: string; gallery?: boolean } = {},
): Promise<void> {
  if (!existsSync(folder)) return
  // The staff desk is a page in its own folder; people type its address without the slash.
  app.get('/operator', (_, reply) => reply.redirect('/operator/'))
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
      const forEver = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
