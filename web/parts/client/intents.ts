/**
 * One `requestNo` for one intent. It is kept until a definite answer, so that a second try after a lost reply is the
 * same request and is done once (the double-click guard is only comfort).
 */
import type { Call } from '#contract/core/call.ts'

/** 53 bits are plenty to tell the few open intents of one tab apart, and no field value is left in the storage. */
function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

const randomNo = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A file says nothing as JSON, and another file is another intent. */
const named = (_: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

export type Intent = { requestNo: string; done: () => void }

export function intentOf(call: Call, wish: unknown): Intent {
  const key = `intent:${call.path}:${digest(JSON.stringify(wish, named))}`
  const requestNo = sessionStorage.getItem(key) ?? randomNo()
  sessionStorage.setItem(key, requestNo)
  return { requestNo, done: () => sessionStorage.removeItem(key) }
}
