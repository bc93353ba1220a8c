/** Every page has an address: `#/calls/openCard`, `#/guides/errors`, `#/errors/captcha_needed`. */
export type Route =
  | { page: 'home' }
  | { page: 'call'; name: string }
  | { page: 'guide'; id: string }
  | { page: 'errors'; name?: string }
  | { page: 'missing' }

export const addressOf = {
  home: '#/',
  errors: '#/errors',
  call: (name: string): string => `#/calls/${name}`,
  guide: (id: string): string => `#/guides/${id}`,
  error: (name: string): string => `#/errors/${name}`,
}

export function routeOf(hash: string): Route {
  const [kind = '', name = ''] = hash.replace(/^#\/?/, '').split('/')
  if (kind === '') return { page: 'home' }
  if (kind === 'calls' && name) return { page: 'call', name }
  if (kind === 'guides' && name) return { page: 'guide', id: name }
  if (kind === 'errors') return { page: 'errors', ...(name && { name }) }
  return { page: 'missing' }
}
