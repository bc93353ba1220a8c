/** Proof that is asked of strangers: work for their processor, or a picture that takes eyes. */
import * as z from 'zod'
import { call, fileAnswer } from '../core/call.ts'
import { reading, text, Time, whole } from '../core/fields.ts'
import { mobileFits, mobileInput, mobileWrong, Ticket } from './identity.ts'

export const CaptchaScene = z.enum(['login', 'signup', 'forget', 'sms'])

export const slideCaptcha = call({
  on: 'GET /api/user/captchaTwo',
  title: '滑块验证 Slider captcha',
  who: 'public',
  perMinute: 30,
  changes: true,
  input: z.object({ scene: CaptchaScene.default('login'), clientUid: text(64).optional() }),
  output: z.object({
    token: z.string(),
    originalImageBase64: z.string(),
    jigsawImageBase64: z.string(),
    jigsawY: z.int(),
    expireTime: Time,
  }),
  refusals: [],
})

export const textCaptcha = call({
  on: 'GET /api/user/captcha',
  title: '图形验证码 Text captcha',
  who: 'public',
  perMinute: 30,
  changes: true,
  file: true,
  input: z.object({ key: z.string().regex(/^[\w-]{8,64}$/) }),
  output: fileAnswer,
  refusals: [],
})

/**
 * Proof of work (ALTCHA, version 2), which the caller's processor does and the person does not notice: find the counter whose
 * key, derived from nonce and salt, begins with `keyPrefix`. Signed, good once, for this scene and this mobile alone.
 */
export const workChallenge = call({
  on: 'GET /api/user/challenge',
  title: '工作量证明 Proof of work',
  who: 'public',
  perMinute: 30,
  input: z
    .object({ scene: CaptchaScene, mobile: mobileInput.mobile.optional(), area: mobileInput.area })
    .refine(({ scene, mobile = '', area }) => scene === 'login' || mobileFits({ mobile, area }), {
      ...mobileWrong,
      when: reading('mobile', 'area', 'scene'),
    }),
  output: z.object({
    challenge: z.object({
      parameters: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.int(),
        memoryCost: z.int(),
        parallelism: z.int(),
        keyLength: z.int(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        data: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
      signature: z.string(),
    }),
    expireTime: Time,
  }),
  refusals: [],
})

export const verifyCaptcha = call({
  on: 'POST /api/user/verify',
  title: '校验图形验证 Verify a captcha',
  body: 'json',
  who: 'public',
  perMinute: 60,
  input: z.object({
    captchaType: z.enum(['slide', 'text', 'work']),
    /** slide: the token of the challenge, and how far the piece was moved, in pixels of the picture. */
    token: z.string().max(100).optional(),
    pointX: whole(0, 2000).optional(),
    pointJson: z.string().max(200).optional(),
    trackMs: whole(0, 600_000).optional(),
    /** text: the nonce that the picture was asked with, and the letters read. */
    key: z.string().max(64).optional(),
    code: z.string().max(12).optional(),
    /** work: base64 of `{"challenge": …, "solution": {"counter": …, "derivedKey": …}}`. */
    payload: z.string().max(4000).optional(),
  }),
  output: Ticket,
  refusals: ['captcha_failed'],
})
