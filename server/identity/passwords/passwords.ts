import { hash, verify } from '@node-rs/argon2'
import { checks } from '#contract/core/checks.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { settings } from '../settings.ts'
import { unsealMobile } from '../logins/mobiles.ts'
import { loginById, type LoginRow } from '../logins/queries.ts'

/** The same characters are the same password, whatever keyboard composed them and whatever width they have. */
const composed = (password: string): string => password.normalize('NFKC')

/** argon2id, 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> =>
  hash(composed(password), { memoryCost: settings.memoryKiB, timeCost: 2, parallelism: 1 })

/** A password hash that belongs to no login, at the current cost. */
let nobody: { memoryKiB: number; hash: Promise<string> } | undefined
const nobodys = (): Promise<string> => {
  if (nobody?.memoryKiB !== settings.memoryKiB)
    nobody = { memoryKiB: settings.memoryKiB, hash: hashPassword('nobody has this password') }
  return nobody.hash
}

/** Takes equally long for an unknown name, so that timing does not reveal who is registered. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodys())
  const fits = await verify(against, composed(password))
  return fits && passwordHash !== undefined
}

/** Passwords that must be refused: those tried first, by anyone or by someone who knows the owner. */

/** What an attacker of this login knows about it. */
export type KnownOfOwner = { mobile?: string; loginName?: string | null | undefined; nickname?: string | undefined }

export const knownOf = (login: LoginRow): KnownOfOwner => ({
  mobile: unsealMobile(login.login_id, login.mobile_enc),
  loginName: login.login_name,
  nickname: login.nickname,
})

/** For an existing login. */
export const refuseWeakPasswordOf = async (login: LoginKey, password: string, from: { lang: Lang }): Promise<void> =>
  refuseWeakPassword(password, from, knownOf(await loginById(db, login)))

const PRODUCT = ['kaika', '开卡']

/** Common in our customers' region, and missing from lists leaked elsewhere. */
const regional = `5201314a a5201314 woaini123 woaini520 woaini521 woaini1314 1314520 wang1234 wang123456 li123456 zhang123 zhang123456
  chen123456 liu123456 china123 china1234 china2008 beijing2008 shanghai1 shanghai123 admin888 admin1234 admin12345 admin@123 root1234
  root123456 user1234 guest1234 test12345 test123456 a123456! aa112233 aa12345678 aa@123456 aaa11111 abc@1234 abc@123456 qwe12345 pass@123
  pass@1234 pass12345 mypassword1 66666666a 88888888a 741852963a 159357aa aptx4869 woaiwojia woshishui 我爱你1314 我爱你520520`
const seasons = ['spring', 'summer', 'autumn', 'winter']

let loading: Promise<ReadonlySet<string>> | undefined

/** 50,000 passwords, loaded when the first password is chosen: a server without sign-ups does not hold them. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...regional.split(/\s+/)]),
  ))

/** Refuses listed passwords, obvious ones, and those that are little more than a name. */
export async function refuseWeakPassword(
  password: string,
  { lang }: { lang: Lang },
  owner: KnownOfOwner = {},
): Promise<void> {
  const why = (await isCommon(password))
    ? 'password_known'
    : (await isOfNames(password, owner))
      ? 'password_personal'
      : undefined
  if (why) throw refuse('invalid', { field: 'password', msg: checks[why][lang] })
}

async function isCommon(password: string): Promise<boolean> {
  const known = await commonPasswords()
  const typed = spelt(password)
  const bare = typed.replace(/[\s\p{P}\p{S}]+$/u, '')
  return (
    known.has(typed) ||
    known.has(bare) ||
    known.has(withoutDisguise(typed)) ||
    known.has(withoutDisguise(bare)) ||
    seasons.some((season) => new RegExp(`^${season}20\\d\\d$`).test(bare)) ||
    /^(.{1,4})\1+$/u.test(typed) ||
    isRun(typed)
  )
}

/** A name plus fewer than four characters, only digits, or a common password. */
async function isOfNames(password: string, { mobile = '', loginName, nickname }: KnownOfOwner): Promise<boolean> {
  const known = await commonPasswords()
  const typed = lettersOf(password)
  const number = mobile.replace(/\D/g, '')
  if (typed.length >= 6 && number.includes(typed)) return true
  const names = [number, number.replace(/^86/, ''), loginName ?? '', nickname ?? ''].map(lettersOf)
  return [...PRODUCT, ...names.filter((name) => name.length >= 4)].some((name) => {
    if (!typed.includes(name)) return false
    const rest = typed.replaceAll(name, '')
    return rest.length < 4 || /^\d*$/.test(rest) || (rest.length >= 8 && known.has(rest))
  })
}

const spelt = (password: string): string => password.normalize('NFKC').toLowerCase()
const lettersOf = (text: string): string => spelt(text).replace(/[^\p{L}\p{N}]/gu, '')

const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}
const withoutDisguise = (typed: string): string => typed.replace(/[@43!10$5]/g, (sign) => disguises[sign]!)

/** `12345678`, `hgfedcba`: each character is the neighbour of the one before. */
function isRun(typed: string): boolean {
  const steps = [...typed].map((sign, i, all) => sign.codePointAt(0)! - (all[i - 1]?.codePointAt(0) ?? 0)).slice(1)
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
