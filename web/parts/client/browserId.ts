/** What this browser is: its identifier for sign-in, so that the server can tell a known device from a stranger. */
const KEY = 'browserId'

let unsaved: string | undefined

export function browserId(): string {
  const saved = unsaved ?? localStorage.getItem(KEY)
  if (saved) return saved // one that the server cannot read counts as none
  const made = `kb_${base64url(crypto.getRandomValues(new Uint8Array(32)).buffer)}`
  try {
    localStorage.setItem(KEY, made)
  } catch {
    unsaved = made // a browser that stores nothing is a stranger the next time
  }
  return made
}

export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')

/** Whether this browser can use passkeys here: it keeps them for names only, and over https or on this machine. */
export const canUsePasskeys: boolean =
  globalThis.isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  !/^[\d.]+$|^\[/.test(globalThis.location.hostname)
