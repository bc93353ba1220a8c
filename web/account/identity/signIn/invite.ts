/** An invite code in the address, `?code=` with 6 or 8 digits, before or after the hash, is kept for sign-up. */
const KEY = 'invite'

export function keepInvite(): void {
  const behindHash = location.hash.split('?')[1] ?? ''
  const code = new URLSearchParams(location.search).get('code') ?? new URLSearchParams(behindHash).get('code')
  if (code !== null && /^(\d{6}|\d{8})$/.test(code)) sessionStorage.setItem(KEY, code)
}

export const keptInvite = (): string => sessionStorage.getItem(KEY) ?? ''
