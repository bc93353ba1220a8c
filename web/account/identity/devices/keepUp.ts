/**
 * Loaded once by the app, and by a browser that may show notifications: the worker is there, the server hears that this device is in use, and a click on a notification
 * opens its page here.
 */
import { pushDevices, renewPushDevice } from '#contract/notices/devices.ts'
import { ask } from '#web/parts/client/client.ts'
import { queryClient } from '#web/parts/client/queries.ts'
import { loadPermissions } from '#web/parts/client/whoAmI.ts'
import { APP, registerWorker } from '#web/parts/shellWorker.ts'
import { described, ownSubscription } from './subscribe.ts'

async function keepUp(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  // Not where the console is opened without https.
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === 'string' && data.open.startsWith('/')) location.hash = data.open
  })
  serviceWorker.startMessages()
  if (location.pathname === APP) {
    await registerWorker()
    const { active } = await serviceWorker.ready
    active?.postMessage({ keep: true })
  }
  const subscription = await ownSubscription()
  if (!subscription) return
  const { known } = await ask(renewPushDevice, described(subscription), { quiet: true })
  // It was removed, or belongs to whoever was signed in before.
  if (known === 0) await subscription.unsubscribe()
  await queryClient.invalidateQueries({ queryKey: [pushDevices.path] })
}

// The menu is that of nobody after a start without a network.
addEventListener('online', () => void loadPermissions({ background: true }).catch(() => {}))
void keepUp().catch(() => {})
