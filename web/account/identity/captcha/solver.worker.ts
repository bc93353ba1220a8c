/** Searches for the key of a challenge, off the main thread. Plain JavaScript: WebAssembly would widen the content security policy. */
import { scrypt } from '@noble/hashes/scrypt.js'
import { handler } from 'altcha-lib/workers/shared'

handler({
  deriveKey: async ({ cost, memoryCost = 8, parallelism = 1, keyLength }, salt, password) => ({
    derivedKey: scrypt(password, salt, { N: cost, r: memoryCost, p: parallelism, dkLen: keyLength }),
  }),
})
