import { hash, verify } from '@node-rs/argon2'
import { settings } from './settings.ts'

/** argon2id, 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: settings.memoryKiB, timeCost: 2, parallelism: 1 })

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
  const fits = await verify(against, password)
  return fits && passwordHash !== undefined
}

/** Passwords that everybody tries first, as they are spelt and with the usual changes undone. */
const known = new Set(
  `password passw0rd password1 password12 password123 password1234 password! p@ssw0rd p@ssword p@ssword1 pa$$w0rd qwerty12 qwerty123
  qwerty1234 qwertyuiop1 qwer1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz@wsx zaq12wsx q1w2e3r4 qazwsx123 asdf1234 asdfgh123 zxcv1234 zxcvbn123
  abc12345 abc123456 abcd1234 abcd12345 abcdef123 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa11111 aaaa1111 abc123abc 123456aa
  12345678a 123456789a 1234567a 123abc123 1234qwer 123qwe123 123qweasd 12qwaszx 5201314a a5201314 woaini123 woaini520 woaini1314 woaini521
  iloveyou1 iloveyou2 iloveyou! i10veyou letmein1 letmein123 welcome1 welcome123 welcome1! admin123 admin1234 admin12345 admin@123 admin888
  root1234 root123456 test1234 test12345 test123456 user1234 guest1234 changeme1 changeme! default1 monkey123 dragon123 master123 sunshine1
  princess1 football1 baseball1 superman1 batman123 michael1 charlie1 shadow123 trustno1 starwars1 computer1 internet1 samsung1 google123
  facebook1 linkedin1 whatever1 freedom1 hello123 hello1234 secret123 secret12 access123 pass1234 pass12345 pass@123 pass@1234 mypassword1
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 china123 china1234 beijing2008
  shanghai1 qq123456 qq123123 qq123456789 wang1234 wang123456 li123456 zhang123 zhang123456 asd123456 asd12345 zxc123456 zxc12345 as123456
  qwe123456 qwe12345 qwe123qwe abc@1234 abc@123456 aa@123456 a123456! a1b2c3d4 1a2b3c4d a1s2d3f4 11111111a 88888888a 00000000a 66666666a
  123456ab 123456abc 123456qq 123456qwe 12345qwert 1234abcd 123321aa 147258369a 159357aa 789456123a 987654321a 741852963a 112233aa aa112233
  aptx4869 kaika123 kaika1234 kaika888`.split(/\s+/),
)
export const isKnownPassword = (password: string): boolean => {
  const lower = password.toLowerCase()
  return known.has(lower) || known.has(lower.replace(/[!.?@#]+$/, '')) || /^(.{1,4})\1+$/.test(lower)
}
