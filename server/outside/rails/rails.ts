/** The rails whose providers are real. */
import type { Settings } from '#server/core/settings/settings.ts'
import type { Payments } from '../payments.ts'
import { alipay, alipayFrom, type AlipayAccount } from './alipay.ts'
import { weChatPay, weChatPayFrom, type WeChatAccount } from './weChatPay.ts'

export type RailAccounts = { wechat?: WeChatAccount | undefined; alipay?: AlipayAccount | undefined }

/** The accounts of the rails that KAIKA_RAILS names; `none` names none. What is missing or wrong is noted in the settings. */
export function railAccountsFrom(settings: Settings): RailAccounts {
  const real = settings.text('KAIKA_RAILS') === 'none' ? [] : settings.someOf('KAIKA_RAILS', ['wechat', 'alipay'], [])
  if (real.length === 0) return {}
  const origin =
    settings.origin('KAIKA_ORIGIN') ?? settings.required('KAIKA_ORIGIN', 'providers send notifications there')
  const accounts = {
    ...(real.includes('wechat') && { wechat: weChatPayFrom(settings, origin) }),
    ...(real.includes('alipay') && { alipay: alipayFrom(settings, origin) }),
  }
  if (origin.startsWith('http:') && Object.values(accounts).some((account) => account?.url.startsWith('https:')))
    settings.wrong('KAIKA_ORIGIN is not an https:// address: providers send notifications nowhere else')
  return accounts
}

/** `simulated`, with the rails of these accounts instead. */
export const withRails = (simulated: Payments, accounts: RailAccounts): Payments => ({
  ...simulated,
  ...(accounts.wechat && { WECHAT: weChatPay(accounts.wechat) }),
  ...(accounts.alipay && { ALIPAY: alipay(accounts.alipay) }),
})
