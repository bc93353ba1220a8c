/** Proof required before sign-in: work for the processor, or a picture for the eyes. */
import * as z from 'zod/mini'
import { call, fileAnswer } from '../core/call.ts'
import { pattern, reading, text, Time, whole, withDefault } from '../core/fields.ts'
import { mobileFits, mobileInput, mobileWrong, Ticket } from './identity.ts'

export const CaptchaScene = z.enum(['login', 'signup', 'forget', 'sms'])

export const slideCaptcha = call({
  on: 'GET /api/user/captchaTwo',
  title: '滑块验证 Slider captcha',
  who: 'public',
  perMinute: 30,
  changes: true,
  input: z.object({ scene: withDefault(CaptchaScene, 'login'), clientUid: z.optional(text(64)) }),
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
  input: z.object({ key: pattern(/^[\w-]{8,64}$/) }),
  output: fileAnswer,
  refusals: [],
})

/**
 * Proof of work (ALTCHA, version 2), which the caller's processor solves unnoticed: find the counter for which the key derived from nonce and salt begins with
 * `keyPrefix`. Signed, and valid once for this scene and this mobile number.
 */
export const workChallenge = call({
  on: 'GET /api/user/challenge',
  title: '工作量证明 Proof of work',
  who: 'public',
  perMinute: 30,
  input: z
    .object({ scene: CaptchaScene, mobile: z.optional(mobileInput.mobile), area: mobileInput.area })
    .check(
      z.refine(({ scene, mobile = '', area }) => scene === 'login' || mobileFits({ mobile, area }), {
        ...mobileWrong,
        when: reading('mobile', 'area', 'scene'),
      }),
    ),
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
    token: z.optional(z.string().check(z.maxLength(100))),
    pointX: z.optional(whole(0, 2000)),
    pointJson: z.optional(z.string().check(z.maxLength(200))),
    trackMs: z.optional(whole(0, 600_000)),
    /** text: the nonce that the picture was requested with, and the letters entered. */
    key: z.optional(z.string().check(z.maxLength(64))),
    code: z.optional(z.string().check(z.maxLength(12))),
    /** work: base64 of `{"challenge": …, "solution": {"counter": …, "derivedKey": …}}`. */
    payload: z.optional(z.string().check(z.maxLength(4000))),
  }),
  output: Ticket,
  refusals: ['captcha_failed'],
})
