/** The worker of the installed console (web/worker.js): it opens the console without a network, and shows notifications on this device. */
import { trustedUrl } from './trustedUrl.ts'

/** In its scope is only the installed console. */
export const APP = '/app/'

/** Looked for at every start: a new version waits until the windows of this one are closed. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedUrl('/worker.js'), { scope: APP, updateViaCache: 'none' })
