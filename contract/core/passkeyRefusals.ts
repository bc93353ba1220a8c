/** Why a passkey is refused. An answer that could not be verified has one refusal, whatever is wrong with it. */
export const passkeyRefusals = {
  passkey_wrong: {
    code: 1412,
    cn: '通行密钥验证未通过，请重试或换一种方式',
    en: 'This passkey couldn’t be verified. Try again or use another method.',
    again: true,
  },
  passkey_expired: {
    code: 1413,
    cn: '通行密钥验证已超时，请重试',
    en: 'The passkey request has expired. Try again.',
    again: true,
  },
  passkey_none: { code: 1409, cn: '尚未添加通行密钥', en: 'You haven’t added a passkey yet', again: true },
  passkey_known: {
    code: 1409,
    cn: '该设备已添加过通行密钥',
    en: 'This device already has a passkey for your account',
    again: true,
  },
  passkey_limit: {
    code: 1409,
    cn: '最多可添加 10 个通行密钥，请先删除一个',
    en: 'You can have up to 10 passkeys. Remove one first.',
    again: true,
  },
  passkey_last: {
    code: 1409,
    cn: '必须保留至少一个通行密钥',
    en: 'You need at least one passkey. Add another one before you remove this one.',
    again: true,
  },
  passkey_required: { code: 1409, cn: '请使用通行密钥登录', en: 'Sign in with your passkey', again: true },
  passkey_unavailable: {
    code: 1409,
    cn: '该地址不支持通行密钥，请用域名访问',
    en: 'Passkeys aren’t available at this address. Open the console by its name.',
    again: true,
  },
} as const
