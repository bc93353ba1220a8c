/**
 * A third-party program on our page: loaded after sign-in, if the operator configures one and staff have turned it on. A script that has run cannot be undone,
 * so at the end of the session the page reloads without it.
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
  // After the code that ends the session has navigated to sign-in.
  setTimeout(() => location.reload(), 0)
})
