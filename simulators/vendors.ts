/** The accounts that this world has at vendors. They are the settings of Kaika's server: with one unset, that vendor refuses everybody. */
import type { S3Account } from '#server/outside/s3.ts'
import type { AliyunAccount } from '#server/outside/sms/aliyunSms.ts'
import type { TwilioAccount } from '#server/outside/sms/twilioSms.ts'

export type Vendors = {
  twilio?: Pick<TwilioAccount, 'accountSid' | 'authToken'>
  aliyun?: Pick<AliyunAccount, 'keyId' | 'secret' | 'signName' | 'codeTemplate' | 'noticeTemplate'>
  s3?: Pick<S3Account, 'region' | 'bucket' | 'keyId' | 'secret'>
}

export function vendorsOf(env: NodeJS.ProcessEnv): Vendors {
  /** The values of these settings, or nothing if one is missing. */
  const read = <K extends string>(names: Record<K, string>): Record<K, string> | undefined => {
    const found = Object.entries<string>(names).map(([as, name]) => [as, env[name]] as const)
    return found.every(([, value]) => value) ? (Object.fromEntries(found) as Record<K, string>) : undefined
  }
  const twilio = read({ accountSid: 'KAIKA_TWILIO_ACCOUNT', authToken: 'KAIKA_TWILIO_TOKEN' })
  const aliyun = read({
    keyId: 'KAIKA_ALIYUN_KEY_ID',
    secret: 'KAIKA_ALIYUN_KEY_SECRET',
    signName: 'KAIKA_ALIYUN_SIGN_NAME',
    codeTemplate: 'KAIKA_ALIYUN_CODE_TEMPLATE',
    noticeTemplate: 'KAIKA_ALIYUN_NOTICE_TEMPLATE',
  })
  const s3 = read({
    ...{ region: 'KAIKA_S3_REGION', bucket: 'KAIKA_S3_BUCKET' },
    ...{ keyId: 'KAIKA_S3_KEY_ID', secret: 'KAIKA_S3_KEY_SECRET' },
  })
  return { ...(twilio && { twilio }), ...(aliyun && { aliyun }), ...(s3 && { s3 }) }
}
