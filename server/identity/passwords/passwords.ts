import { hash, verify } from '@node-rs/argon2'
import { settings } from '../settings.ts'

/** The same characters are the same password, whichever keyboard composed them and however wide it made them. */
const composed = (password: string): string => password.normalize('NFKC')

/** argon2id, 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> =>
  hash(composed(password), { memoryCost: settings.memoryKiB, timeCost: 2, parallelism: 1 })

/** The password hash of nobody, at the price that hashes have now. */
let nobody: { memoryKiB: number; hash: Promise<string> } | undefined
const nobodys = (): Promise<string> => {
  if (nobody?.memoryKiB !== settings.memoryKiB)
    nobody = { memoryKiB: settings.memoryKiB, hash: hashPassword('nobody has this password') }
  return nobody.hash
}

/** Takes as long for a name that nobody has, so that time does not tell who is registered. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodys())
  const fits = await verify(against, composed(password))
  return fits && passwordHash !== undefined
}
