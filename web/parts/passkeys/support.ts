/** Whether this browser can use passkeys here: it keeps them for names only, and over https or on this machine. */
export const canUsePasskeys: boolean =
  globalThis.isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  !/^[\d.]+$|^\[/.test(globalThis.location.hostname)
