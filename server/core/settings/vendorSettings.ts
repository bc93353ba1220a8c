/** Which vendors this installation uses for text messages, archives and the wrapping of keys, and how to reach them (README, "Settings"). */
import type { Settings } from './settings.ts'

export type SmsSettings =
  | { kind: 'simulated' }
  | {
      kind: 'twilio'
      url: string
      accountSid: string
      authToken: string
      /** A number (`+1…`) or a messaging service (`MG…`). */
      from: string
      /** The console's public address, for delivery receipts. Undefined: none are asked for. */
      origin: string | undefined
    }
  | {
      kind: 'aliyun'
      url: string
      keyId: string
      secret: string
      signName: string
      /** A template with `${code}`. */
      codeTemplate: string
      /** A template without variables, for every text without a code. */
      noticeTemplate: string
    }

/** Where archives of dropped months are. */
export type FilesSettings =
  | { kind: 'disk' }
  | { kind: 's3'; url: string; region: string; bucket: string; keyId: string; secret: string }

/** Who wraps the keys of the data folder. */
export type KeySettings =
  | { kind: 'file' }
  | { kind: 'kms'; url: string; region: string; key: string; keyId: string; secret: string }
  | { kind: 'vault'; url: string; mount: string; key: string; token: string }

/** What a value looks like, with its description. */
const forms = {
  accountSid: { like: /^AC[0-9a-f]{32}$/, says: 'an account SID: AC and 32 hexadecimal digits' },
  sender: { like: /^(\+[1-9]\d{4,14}|MG[0-9a-f]{32})$/, says: 'a number like +15005550006 or a messaging service MG…' },
  region: { like: /^[a-z0-9-]+$/, says: 'a region like eu-central-1' },
  bucket: { like: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, says: 'the name of a bucket' },
  word: { like: /^[\w-]{1,100}$/, says: 'a name of letters, digits, - and _' },
  template: { like: /^SMS_\d+$/, says: 'the code of a template: SMS_ and digits' },
}

export function smsFrom(settings: Settings): SmsSettings {
  const kind = settings.oneOf('KAIKA_SMS', ['simulated', 'twilio', 'aliyun'], 'simulated')
  const because = `KAIKA_SMS=${kind} needs it`
  if (kind === 'twilio')
    return {
      kind,
      url: settings.address('KAIKA_TWILIO_URL') ?? 'https://api.twilio.com',
      accountSid: settings.required('KAIKA_TWILIO_ACCOUNT', because, forms.accountSid),
      authToken: settings.required('KAIKA_TWILIO_TOKEN', because),
      from: settings.required('KAIKA_TWILIO_FROM', because, forms.sender),
      origin: settings.origin('KAIKA_ORIGIN'),
    }
  if (kind === 'aliyun')
    return {
      kind,
      url: settings.address('KAIKA_ALIYUN_SMS_URL') ?? 'https://dysmsapi.aliyuncs.com',
      keyId: settings.required('KAIKA_ALIYUN_KEY_ID', because),
      secret: settings.required('KAIKA_ALIYUN_KEY_SECRET', because),
      signName: settings.required('KAIKA_ALIYUN_SIGN_NAME', because),
      codeTemplate: settings.required('KAIKA_ALIYUN_CODE_TEMPLATE', because, forms.template),
      noticeTemplate: settings.required('KAIKA_ALIYUN_NOTICE_TEMPLATE', because, forms.template),
    }
  return { kind }
}

export function filesFrom(settings: Settings): FilesSettings {
  const kind = settings.oneOf('KAIKA_FILES', ['disk', 's3'], 'disk')
  if (kind === 'disk') return { kind }
  const because = 'KAIKA_FILES=s3 needs it'
  const region = settings.required('KAIKA_S3_REGION', because, forms.region)
  return {
    kind,
    url: settings.address('KAIKA_S3_URL') ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket: settings.required('KAIKA_S3_BUCKET', because, forms.bucket),
    keyId: settings.required('KAIKA_S3_KEY_ID', because),
    secret: settings.required('KAIKA_S3_KEY_SECRET', because),
  }
}

export function keysFrom(settings: Settings): KeySettings {
  const kind = settings.oneOf('KAIKA_KEYS', ['file', 'kms', 'vault'], 'file')
  const because = `KAIKA_KEYS=${kind} needs it`
  if (kind === 'kms') {
    const region = settings.required('KAIKA_KMS_REGION', because, forms.region)
    return {
      kind,
      url: settings.address('KAIKA_KMS_URL') ?? `https://kms.${region}.amazonaws.com`,
      region,
      key: settings.required('KAIKA_KMS_KEY', because),
      keyId: settings.required('KAIKA_KMS_KEY_ID', because),
      secret: settings.required('KAIKA_KMS_KEY_SECRET', because),
    }
  }
  if (kind === 'vault') {
    const url = settings.address('KAIKA_VAULT_URL') ?? settings.required('KAIKA_VAULT_URL', because)
    return {
      kind,
      url,
      mount: settings.text('KAIKA_VAULT_MOUNT') ?? 'transit',
      key: settings.required('KAIKA_VAULT_KEY', because, forms.word),
      token: settings.requiredFile('KAIKA_VAULT_TOKEN_FILE', because).trim(),
    }
  }
  return { kind }
}
