import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { pairsOf, type Account } from '../payments/merchants.ts'
import type { Store } from '../store.ts'

const APP = '2021000122671080'
/** The merchant's own number at Alipay. */
export const SELLER = '2088102146225135'

export type Application = {
  appId: string
  /** The application's public key. */
  applicationKey: KeyObject
  /** Alipay's own private key. */
  key: KeyObject
}

export function applicationAt(store: Store): Application {
  const { merchantPublic, providerPrivate } = pairsOf(store, 'ALIPAY')
  return { appId: APP, applicationKey: createPublicKey(merchantPublic), key: createPrivateKey(providerPrivate) }
}

/** `url`: of the simulated Alipay. */
export function alipayAccount(store: Store, url: string): Account {
  const { merchantPrivate, providerPublic } = pairsOf(store, 'ALIPAY')
  return {
    settings: { KAIKA_ALIPAY_APP: APP, KAIKA_ALIPAY_URL: `${url}/gateway.do` },
    files: { KAIKA_ALIPAY_KEY_FILE: merchantPrivate, KAIKA_ALIPAY_PUBLIC_KEY_FILE: providerPublic },
  }
}
