/** This browser's own side of notifications: the permission, the worker, and the subscription at its push service. */
import type { Input } from '#contract/core/call.ts'
import type { renewPushDevice } from '#contract/notices/devices.ts'
import { APP, registerWorker } from '#web/parts/shellWorker.ts'

type Subscription = Input<typeof renewPushDevice>

export type Support = 'yes' | 'blocked' | 'homeScreen' | 'no'

/** Safari on phones has notifications in installed apps only. */
export function support(): Support {
  const isPhoneOfApple = /iPhone|iPad/.test(navigator.userAgent)
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isPhoneOfApple ? 'homeScreen' : 'no'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

/** As the server takes it. */
export function described(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

export async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(APP)
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

/** Undefined: the person does not allow it. A subscription of before is given up: it may have been somebody else's. */
export async function subscribe(publicKey: string): Promise<Subscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await registerWorker()
  await activeWorker(registration)
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return described(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/** `navigator.serviceWorker.ready` is about this page, which may be outside of its scope. */
function activeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing
  return new Promise((resolve, reject) => {
    const look = () => {
      if (registration.active) resolve()
      else if (worker?.state === 'redundant') reject(new Error('the worker could not be installed'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

export const unsubscribe = async (): Promise<void> => void (await (await ownSubscription())?.unsubscribe())
