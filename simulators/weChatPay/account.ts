import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { NumberedKey } from '#server/outside/rails/weChatSignatures.ts'
import { pairsOf, type Account } from '../payments/merchants.ts'
import type { Store } from '../store.ts'

const MERCHANT = '1900000109'
const APP = 'wx8888888888888888'
const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const PLATFORM_ID = 'PUB_KEY_ID_0119000001092026112600000000000001'
const SEAL_KEY = 'KaikaSimulatedApiV3Key0123456789'

export type Merchant = {
  merchantId: string
  appId: string
  /** The merchant's certificate: its serial and its public key. */
  certificate: NumberedKey
  /** WeChat Pay's own private key and the id of its public one. */
  platform: NumberedKey
  sealKey: Buffer
}

export function merchantAt(store: Store): Merchant {
  const { merchantPublic, providerPrivate } = pairsOf(store, 'WECHAT')
  const key: KeyObject = createPrivateKey(providerPrivate)
  return {
    merchantId: MERCHANT,
    appId: APP,
    certificate: { id: SERIAL, key: createPublicKey(merchantPublic) },
    platform: { id: PLATFORM_ID, key },
    sealKey: Buffer.from(SEAL_KEY),
  }
}

/** `url`: of the simulated WeChat Pay. */
export function weChatAccount(store: Store, url: string): Account {
  const { merchantPrivate, providerPublic } = pairsOf(store, 'WECHAT')
  return {
    settings: {
      KAIKA_WECHAT_MERCHANT: MERCHANT,
      KAIKA_WECHAT_APP: APP,
      KAIKA_WECHAT_SERIAL: SERIAL,
      KAIKA_WECHAT_PLATFORM_ID: PLATFORM_ID,
      KAIKA_WECHAT_V3_KEY: SEAL_KEY,
      KAIKA_WECHAT_URL: url,
    },
    files: { KAIKA_WECHAT_KEY_FILE: merchantPrivate, KAIKA_WECHAT_PLATFORM_KEY_FILE: providerPublic },
  }
}
