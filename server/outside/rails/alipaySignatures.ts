/**
 * The signatures of Alipay's gateway (RSA2) in both directions. Source: Alipay open platform, "Sign by yourself" and "Verify asynchronous notifications".
 */
import type { KeyObject } from 'node:crypto'
import { isSignedBy, signRsa } from './rsa.ts'

export type Parameters = Readonly<Record<string, string>>

/** The signed text of parameters: sorted by name, not encoded, without `sign` and what `without` names. */
const textOf = (parameters: Parameters, without: readonly string[]): string =>
  Object.keys(parameters)
    .filter((name) => name !== 'sign' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&')

/** A request: `sign_type` is signed with the other parameters, and none of them is empty. */
export const signRequest = (key: KeyObject, parameters: Parameters): Parameters => ({
  ...parameters,
  sign: signRsa(key, textOf(parameters, [])),
})
/** For Alipay's side. */
export const isRequestSigned = (key: KeyObject, parameters: Parameters): boolean =>
  isSignedBy(key, textOf(parameters, []), parameters['sign'] ?? '')

/** A notification: `sign_type` is not signed. For Alipay's side. */
export const signNotification = (key: KeyObject, parameters: Parameters): Parameters => ({
  ...parameters,
  sign_type: 'RSA2',
  sign: signRsa(key, textOf(parameters, ['sign_type'])),
})
export const isNotificationSigned = (key: KeyObject, parameters: Parameters): boolean =>
  parameters['sign_type'] === 'RSA2' && isSignedBy(key, textOf(parameters, ['sign_type']), parameters['sign'] ?? '')

/** The field of an answer that has its content: `alipay_trade_query_response`. */
const fieldOf = (method: string): string => `${method.replaceAll('.', '_')}_response`

/** The text of an answer: its signature covers the bytes of the content as they are written. For Alipay's side. */
export function signedAnswer(key: KeyObject, method: string, content: object): string {
  const text = JSON.stringify(content)
  return `{"${fieldOf(method)}":${text},"sign":"${signRsa(key, text)}"}`
}

/** The content of an answer to this method as it is written, or `undefined` if this key did not sign it. */
export function contentOf(key: KeyObject, method: string, answer: string): string | undefined {
  const [head] = /^\s*\{\s*"(\w+)"\s*:\s*/.exec(answer) ?? []
  const [tail, signature = ''] = /\s*,\s*"sign"\s*:\s*"([A-Za-z0-9+/=\\]+)"\s*\}\s*$/.exec(answer) ?? []
  if (head === undefined || tail === undefined || !head.includes(`"${fieldOf(method)}"`)) return undefined
  const content = answer.slice(head.length, -tail.length)
  return isSignedBy(key, content, signature.replaceAll('\\/', '/')) ? content : undefined
}
