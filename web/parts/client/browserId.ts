/** What this browser calls itself where it signs in, so that the server tells a device it knows from a stranger. */
const KEY = 'browserId'

let unsaved: string | undefined

export function browserId(): string {
  const saved = unsaved ?? localStorage.getItem(KEY)
  if (saved) return saved // one that the server cannot read counts as none
  const made = `kb_${base64url(crypto.getRandomValues(new Uint8Array(32)).buffer)}`
  try {
    localStorage.setItem(KEY, made)
  } catch {
    unsaved = made // a browser that saves nothing is a stranger the next time
  }
  return made
}

export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
