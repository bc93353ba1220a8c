/**
 * Somebody else's program on our page: loaded after sign-in, where the service names one and staff have switched it on.
 * What has run cannot be unrun, so when the session ends the page is loaded anew, without it.
 */
import { onSession, session } from '#web/parts/client/session.ts'

let loaded: HTMLScriptElement | undefined

export function loadChat({ src, key }: { src: string; key: string }): void {
  if (loaded) return
  loaded = Object.assign(document.createElement('script'), { src, async: true })
  loaded.dataset['key'] = key
  document.head.append(loaded)
}

onSession(() => {
  if (!loaded || session().IsLogin) return
  loaded.remove()
  loaded = undefined
  // After whoever ends the session has gone to sign-in.
  setTimeout(() => location.reload(), 0)
})
